import type { ResultStore } from '../../stores/result-store.js';
import type { Companion } from '../../toolkit/entry/companion.js';
import { requirePart } from '../../toolkit/entry/require-part.js';
import type { ScopeControl } from '../../toolkit/entry/scope-control.js';
import type { Feature } from '../../toolkit/feature.js';
import { OffloadedResults } from './offloaded-results.js';
import { ScopeResults, scopeResultsKey } from './scope-results.js';

/** Large results that are kept out of the context of a model, which reads them with `read_result`. */
export class OffloadFeature implements Feature {
  readonly name = 'offload';
  readonly #stores = new Set<ResultStore>();

  createPart(scope: ScopeControl): ScopeResults {
    const { parent, isProgram } = scope;
    const shared = isProgram ? parent?.part(scopeResultsKey)?.results : undefined;
    return new ScopeResults(shared ?? new OffloadedResults(), { scope, stores: this.#stores });
  }

  /** Returns the results of a toolkit or session. */
  resultsOf(scope: ScopeControl): ScopeResults {
    return requirePart(scope, scopeResultsKey);
  }

  accept({ resultStore }: Companion): void {
    // The middleware has checked its store.
    if (resultStore !== undefined) this.#stores.add(resultStore as ResultStore);
  }
}
