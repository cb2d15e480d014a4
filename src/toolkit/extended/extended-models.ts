import { emitWarning } from '../../emit-warning.js';
import { DefinitionError } from '../../errors.js';
import type { SchemaSource } from '../../metadata/tool-options.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import type { ToolEntry } from '../tool-entry.js';
import { ExtendedTool } from './extended-tool.js';

interface ExtendedModel {
  readonly source: SchemaSource;
  readonly tool: ExtendedTool;
}

/** The fields that a toolkit or a session adds to its tools, by tool name. */
export class ExtendedModels {
  readonly #parent: ExtendedModels | undefined;
  /** The models, created when first needed because most sessions add none. `null` hides the model of the parent. */
  #models: Map<string, ExtendedModel | null> | undefined;

  constructor(parent?: ExtendedModels) {
    this.#parent = parent;
  }

  /** Sets the fields that are added to a tool. `null` removes them. Throws a DefinitionError on a conflict. */
  set(spec: ToolSpec, source: SchemaSource | null): void {
    const model = source === null ? null : { source, tool: new ExtendedTool(spec, source) };
    this.#models ??= new Map();
    if (model === null && this.#parent === undefined) this.#models.delete(spec.name);
    else this.#models.set(spec.name, model);
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
    return model.tool.base === spec ? model.tool : this.#recreate(spec, model);
  }

  /** Extends a tool that has replaced the one to which the fields were added. */
  #recreate(spec: ToolSpec, { source }: ExtendedModel): ExtendedTool | undefined {
    try {
      const tool = new ExtendedTool(spec, source);
      this.#models?.set(spec.name, { source, tool });
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
