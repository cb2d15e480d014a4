import { interruption } from '../../execution/abort-scope.js';
import { failedOutcome } from '../../execution/outcome.js';
import type { ToolEntry } from '../tool-entry.js';
import type { CallHandler } from './call-handler.js';

/** Runs a call when the tool's `concurrency` has room for it. A call that is aborted meanwhile gives up its place. */
export function limitConcurrency(entry: ToolEntry, next: CallHandler): CallHandler {
  // A tool that acts on the toolkit must get through while others wait: it may be what they wait for.
  if (entry.actsOnScope === true) return next;
  return async (call, sink) => {
    const { limiter } = call.root.environment;
    const { name, concurrency } = entry.spec;
    const release = limiter.tryAcquire(concurrency) ?? (await limiter.acquire(name, concurrency, call.scope));
    if (release === undefined) return failedOutcome(call.name, interruption(call.name, call.scope?.reason));
    try {
      return await next(call, sink);
    } finally {
      release();
    }
  };
}
