import { methodExecutor } from '../../call/native-executor.js';
import { ToolState } from '../../call/state/tool-state.js';
import { readGeneratedTool } from '../../tool/metadata/generated-tools.js';
import { readTools, type ToolMetadata } from '../../tool/metadata/tool-metadata.js';
import { ToolRegistry } from '../../tool/registry/tool-registry.js';
import { buildSpec, type ToolSpecs } from '../../tool/registry/tool-specs-of.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';

/** The base class of the built-in registries. The kind of their tools is `builtin`. */
export abstract class BuiltinRegistry extends ToolRegistry {
  #specs: Readonly<Record<string, ToolSpec>> | undefined;

  /** Returns the specs of this instance by method name. They are created once. */
  override toToolSpecs(): ToolSpecs<this> {
    this.#specs ??= Object.freeze(this.#buildSpecs());
    return this.#specs as ToolSpecs<this>;
  }

  #buildSpecs(): Record<string, ToolSpec> {
    const state = new ToolState();
    const tools = readTools(this.constructor).map((tool) => {
      const spec = buildSpec(this.#withSchemas(tool.describe()), state, (slots) =>
        Object.freeze({ ...methodExecutor(this, tool.method, slots), kind: 'builtin' }),
      );
      return [tool.method, spec] as const;
    });
    return Object.fromEntries(tools);
  }

  /** A method that a subclass declares as a tool again has the schemas of the method that it overrides. */
  #withSchemas(metadata: ToolMetadata): ToolMetadata {
    if (metadata.generated !== undefined) return metadata;
    const inherited = readGeneratedTool(this.constructor, BuiltinRegistry, metadata.method);
    const inputSchema = inherited?.params?.[0]?.schema;
    if (inputSchema === undefined) return metadata;
    return { ...metadata, options: { inputSchema, outputSchema: inherited?.returns, ...metadata.options } };
  }
}
