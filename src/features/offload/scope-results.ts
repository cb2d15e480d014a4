import { PartKey, partOfHost } from '../../call/host-call.js';
import type { ResultStore } from '../../stores/result-store.js';
import type { ScopeControl } from '../../toolkit/entry/scope-control.js';
import type { OffloadedResult, OffloadedResults } from './offloaded-results.js';

/** Where the results of a scope are read. */
export interface ResultSources {
  readonly scope: Pick<ScopeControl, 'sessionId'>;
  /** The stores of the toolkit, which also have results of this session from another process. */
  readonly stores: Iterable<ResultStore>;
}

/** The large results that a toolkit or session can read. */
export class ScopeResults {
  readonly results: OffloadedResults;
  readonly #sources: ResultSources;

  constructor(results: OffloadedResults, sources: ResultSources) {
    this.results = results;
    this.#sources = sources;
  }

  /** Returns the text of a result. Rejects with a NotFoundError if there is none. */
  read(id: string): Promise<string> {
    const { scope, stores } = this.#sources;
    return this.results.read(id, scope.sessionId, stores);
  }

  /** Returns the results of another session, as this one reads them. */
  sharing({ results }: ScopeResults): ScopeResults {
    return new ScopeResults(results, this.#sources);
  }
}

/** The key of the large results of a toolkit or session. */
export const scopeResultsKey: PartKey<ScopeResults> = new PartKey('offload');

/** Returns the large results of a toolkit or session, without their texts. The oldest are first. */
export function offloadedResultsOf(scope: object): readonly OffloadedResult[] {
  return partOfHost(scope, scopeResultsKey)?.results.list ?? [];
}
