import { emitWarning } from '../../base/errors/emit-warning.js';
import { DefinitionError } from '../../base/errors/errors.js';
import type { SchemaSource } from '../../tool/metadata/tool-options.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { ExtendedTool } from './extended-tool.js';

interface ExtendedModel {
  readonly source: SchemaSource;
  /** The tools with the fields, by the version of the tool that they extend. */
  readonly tools: WeakMap<ToolSpec, ExtendedTool>;
}

/** The fields that a toolkit or a session adds to its tools, by tool name. */
export class ExtendedModels {
  readonly #parent: ExtendedModels | undefined;
  /** The models, created when first needed because most sessions add none. `null` hides the model of the parent. */
  #models: Map<string, ExtendedModel | null> | undefined;

  constructor(parent?: ExtendedModels) {
    this.#parent = parent;
  }

  /**
   * Sets the fields that are added to all versions of a tool. `null` removes them. Throws a DefinitionError if they
   * conflict with one of the versions.
   */
  set(name: string, versions: readonly ToolEntry[], source: SchemaSource | null): void {
    const extend = ({ spec }: ToolEntry) => (source === null ? [] : [[spec, new ExtendedTool(spec, source)] as const]);
    const tools = new WeakMap(versions.flatMap(extend));
    this.#models ??= new Map();
    if (source === null && this.#parent === undefined) this.#models.delete(name);
    else this.#models.set(name, source === null ? null : { source, tools });
  }

  /** Removes all added fields. */
  clear(): void {
    this.#models = undefined;
  }

  /** Returns an entry with the fields that were added to its tool. */
  applyTo(entry: ToolEntry): ToolEntry {
    if (this.isEmpty) return entry;
    const { spec } = entry;
    const extension = this.#toolFor(spec);
    return extension === undefined ? entry : { ...entry, spec, extension };
  }

  /** Whether no tool has added fields. */
  get isEmpty(): boolean {
    const isEmpty = this.#models === undefined || this.#models.size === 0;
    return isEmpty && (this.#parent === undefined || this.#parent.isEmpty);
  }

  #toolFor(spec: ToolSpec): ExtendedTool | undefined {
    const model = this.#models?.get(spec.name);
    if (model === undefined) return this.#parent === undefined ? undefined : this.#parent.#toolFor(spec);
    if (model === null) return undefined;
    return model.tools.get(spec) ?? this.#extend(spec, model);
  }

  /** Extends a tool that was registered after the fields were added. */
  #extend(spec: ToolSpec, { source, tools }: ExtendedModel): ExtendedTool | undefined {
    try {
      const tool = new ExtendedTool(spec, source);
      tools.set(spec, tool);
      return tool;
    } catch (error) {
      if (!DefinitionError.is(error)) throw error;
      // Listing tools must not fail because a tool was replaced by one that conflicts with the fields.
      emitWarning(`The extended model was removed: ${error.message}`);
      this.#models?.delete(spec.name);
      return undefined;
    }
  }
}
