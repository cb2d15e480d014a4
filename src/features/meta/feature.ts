import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import type { Feature } from '../../toolkit/feature.js';
import type { ToolCatalog } from '../../toolkit/tool-catalog.js';
import { addMetaTools, type MetaToolOptions } from './meta-tools.js';
import { deferredSearchEntry } from './search-tool.js';

/** Tools with which a model activates groups and searches for tools. Adds the search for deferred tools to exports. */
export class MetaFeature implements Feature {
  readonly name = 'meta';

  /** Adds the tools with which models activate groups. Throws a DefinitionError if another tool has one of their names. */
  enable(catalog: ToolCatalog, options: MetaToolOptions): void {
    addMetaTools(catalog, options);
  }

  searchEntry(canSwitchGroups: boolean): ToolEntry {
    return deferredSearchEntry(canSwitchGroups);
  }
}
