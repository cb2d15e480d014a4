import { PartKey } from '../../call/host-call.js';
import type { ScopeControl } from '../../toolkit/entry/scope-control.js';
import type { Feature } from '../../toolkit/feature.js';
import type { ToolCatalog } from '../../toolkit/tool-catalog.js';
import { toolFinderKey } from '../../toolkit/tool-finder.js';
import { ScopeSearch, type SharedSearch } from './scope-search.js';
import type { SearchOptions } from './search-options.js';
import { SimilarTools } from './similar-tools.js';
import { ToolIndex } from './tool-index.js';

/** The key of the finder, for the feature that has created it. */
const scopeSearchKey: PartKey<ScopeSearch> = new PartKey(toolFinderKey.name);

/** The one search for tools, of the tools with which models search and of the developer page. */
export class SearchFeature implements Feature {
  readonly name = 'search';
  readonly #shared: SharedSearch;

  constructor(catalog: ToolCatalog, options: SearchOptions) {
    const { language = 'en', embed, store } = options;
    this.#shared = {
      options,
      index: new ToolIndex(language, () => catalog.entries.length),
      similar: embed && new SimilarTools(embed, store),
    };
  }

  createPart(scope: ScopeControl): ScopeSearch {
    return new ScopeSearch(scope, this.#shared);
  }

  onCall(scope: ScopeControl, name: string): void {
    // A program makes its calls for the session that runs it.
    const caller = scope.isProgram ? (scope.parent ?? scope) : scope;
    caller.part(scopeSearchKey)?.addCall(name);
  }
}
