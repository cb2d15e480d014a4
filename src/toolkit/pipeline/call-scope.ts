import { AbortScope } from '../../call/abort-scope.js';

/**
 * The AbortScope of a call in a toolkit, or of one `next()` of a middleware. It is aborted when the caller's signal
 * aborts, and abandoned when its consumer has unsubscribed, after which its outcome is not read.
 */
export class CallScope extends AbortScope {
  #isAbandoned = false;

  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  abandon(): void {
    this.#isAbandoned = true;
    this.abort(undefined);
  }

  /** Aborts or abandons this scope as `parent` is, until the returned function is called. */
  follow(parent: CallScope | undefined): () => void {
    if (parent === undefined) return () => {};
    const end = (): void => (parent.isAbandoned ? this.abandon() : this.abort(parent.reason));
    if (parent.isAborted) end();
    return parent.onAbort(end);
  }
}
