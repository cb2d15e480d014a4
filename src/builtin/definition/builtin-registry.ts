import { methodExecutor } from '../../execution/native-executor.js';
import { readTools } from '../../metadata/tool-metadata.js';
import { ToolRegistry } from '../../registry/tool-registry.js';
import { buildSpec, type ToolSpecs } from '../../registry/tool-specs-of.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import { ToolState } from '../../state/tool-state.js';

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
      const spec = buildSpec(tool.describe(), state, (slots) =>
        Object.freeze({ ...methodExecutor(this, tool.method, slots), kind: 'builtin' }),
      );
      return [tool.method, spec] as const;
    });
    return Object.fromEntries(tools);
  }
}
