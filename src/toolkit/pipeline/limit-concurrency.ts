import { createCancellationError } from '../../execution/abort-scope.js';
import { createFailedOutcome, type Outcome } from '../../execution/outcome.js';
import type { ToolEntry } from '../tool-entry.js';
import type { Release } from './concurrency-limiter.js';
import type { CallHandler } from './pipeline.js';

/** Runs a call as soon as the tool's `concurrency` has a free slot. A call that is aborted meanwhile stops waiting. */
export function limitConcurrency(entry: ToolEntry, next: CallHandler): CallHandler {
  // A tool that acts on the toolkit never waits: otherwise `cancel_task` could wait for the very task that it cancels.
  if (entry.actsOnScope === true) return next;
  const waitAndRun: CallHandler = async (call, sink) => {
    const { name, concurrency } = entry.spec;
    const release = await call.root.environment.limiter.acquire(name, concurrency, call.scope);
    if (release === undefined)
      return createFailedOutcome(call.name, createCancellationError(call.name, call.scope?.reason));
    return releaseAfter(() => next(call, sink), release);
  };
  return (call, sink) => {
    const release = call.root.environment.limiter.tryAcquire(entry.spec.concurrency);
    return release === undefined ? waitAndRun(call, sink) : releaseAfter(() => next(call, sink), release);
  };
}

function releaseAfter(run: () => Promise<Outcome>, release: Release): Promise<Outcome> {
  const fail = (error: unknown): never => {
    release();
    throw error;
  };
  try {
    return run().then((outcome) => {
      release();
      return outcome;
    }, fail);
  } catch (thrown) {
    return fail(thrown);
  }
}
