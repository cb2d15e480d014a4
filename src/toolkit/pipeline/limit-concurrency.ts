import { ToolError } from '../../base/errors/errors.js';
import { createCancellationError } from '../../call/abort-scope.js';
import type { Release } from '../../call/concurrency/concurrency-limiter.js';
import type { Slot } from '../../call/concurrency/concurrency-slots.js';
import { createFailedOutcome, type Outcome } from '../../call/outcome.js';
import type { ToolEntry } from '../entry/tool-entry.js';
import { followCall } from './follow-call.js';
import type { CallHandler, PipelineCall } from './pipeline.js';

/**
 * Runs a call as soon as the tool's `concurrency` has a free slot. A call that is aborted meanwhile stops waiting, and a
 * call that would wait for itself fails.
 */
export function limitConcurrency(entry: ToolEntry, next: CallHandler): CallHandler {
  // A tool that acts on the toolkit never waits: otherwise `cancel_task` could wait for the very task that it cancels.
  if (entry.actsOnScope === true) return next;
  const run = followCall(next);
  const waitAndRun: CallHandler = async (call, sink) => {
    const admitted = await call.root.environment.limiter.acquire(slotOf(entry, call), call.scope);
    if (admitted === undefined)
      return createFailedOutcome(call.name, createCancellationError(call.name, call.scope?.reason));
    if (ToolError.is(admitted)) return createFailedOutcome(call.name, admitted);
    return releaseAfter(() => run(call, sink), admitted);
  };
  return (call, sink) => {
    const release = call.root.environment.limiter.tryAcquire(slotOf(entry, call));
    return release === undefined ? waitAndRun(call, sink) : releaseAfter(() => run(call, sink), release);
  };
}

function slotOf({ spec }: ToolEntry, { root }: PipelineCall): Slot {
  return { key: spec.name, limit: spec.concurrency, call: root };
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
