import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import type { Feature } from '../../toolkit/feature.js';
import { searchToolName } from '../../toolkit/search-tool-name.js';
import type { ToolCatalog } from '../../toolkit/tool-catalog.js';
import { addMetaTools, type MetaToolOptions } from './meta-tools.js';
import { deferredSearchEntry } from './search-tool.js';

/** Tools with which a model activates groups and searches for tools. Adds the search for deferred tools to exports. */
export class MetaFeature implements Feature {
  readonly name = 'meta';
  readonly #catalog: ToolCatalog;

  constructor(catalog: ToolCatalog) {
    this.#catalog = catalog;
  }

  /** Adds the tools with which models activate groups. Throws a DefinitionError if another tool has one of their names. */
  enable(options: MetaToolOptions): void {
    addMetaTools(this.#catalog, options);
    this.#requireSearch();
  }

  searchEntry(canSwitchGroups: boolean): ToolEntry {
    this.#requireSearch();
    return deferredSearchEntry(canSwitchGroups);
  }

  /** Installs the search before the first call, so that it knows what was called. */
  #requireSearch(): void {
    this.#catalog.features.require({ name: 'search', what: `The tool ${searchToolName}` });
  }
}
