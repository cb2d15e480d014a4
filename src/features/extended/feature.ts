import { ToolNotFoundError } from '../../base/errors/errors.js';
import { PartKey } from '../../call/host-call.js';
import type { SchemaSource } from '../../tool/metadata/tool-options.js';
import type { ScopeControl } from '../../toolkit/entry/scope-control.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import type { Feature } from '../../toolkit/feature.js';
import type { PipelineSteps } from '../../toolkit/pipeline/pipeline.js';
import type { ToolCatalog } from '../../toolkit/tool-catalog.js';
import { extendTool } from './extend-tool.js';
import { ExtendedModels } from './extended-models.js';

const extendedKey: PartKey<ExtendedModels> = new PartKey('extended');

/** Extended models: fields that a scope adds to the arguments of a tool. Changes entries, and reads the fields of calls. */
export class ExtendedFeature implements Feature {
  readonly name = 'extended';
  readonly steps: PipelineSteps = { arguments: extendTool };
  readonly #catalog: ToolCatalog;
  /** The models of the toolkit itself. */
  #root: ExtendedModels | undefined;

  constructor(catalog: ToolCatalog) {
    this.#catalog = catalog;
  }

  createPart({ parent }: ScopeControl): ExtendedModels {
    const models = new ExtendedModels(parent?.part(extendedKey));
    if (parent === undefined) this.#root = models;
    return models;
  }

  extend(entry: ToolEntry, scope: ScopeControl): ToolEntry {
    return scope.part(extendedKey)?.applyTo(entry) ?? entry;
  }

  onClear(): void {
    this.#root?.clear();
  }

  /**
   * Sets the fields that a scope adds to a tool. `null` removes them.
   *
   * @throws ToolNotFoundError on an unknown tool.
   * @throws DefinitionError on fields that conflict with the arguments of the tool.
   */
  set(scope: ScopeControl, name: string, model: SchemaSource | null): void {
    const versions = this.#catalog.versions(name);
    if (versions.length === 0) {
      throw new ToolNotFoundError(`There is no tool named '${name}' to extend.`, { toolName: name });
    }
    scope.part(extendedKey)?.set(name, versions, model);
    this.#catalog.announce();
  }
}
