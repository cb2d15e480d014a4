import { deadlineLimit } from '../../execution/call-plan.js';
import { checkPositive } from '../../execution/check-limits.js';
import type { ToolEntry } from '../tool-entry.js';
import type { CallHandler } from './pipeline.js';

/** Ends a call when its deadline has passed, with everything inside: middleware, waits and attempts. */
export function limitTime({ spec }: ToolEntry, next: CallHandler): CallHandler {
  return (call, sink) => {
    const { root } = call;
    const limitMs = deadlineLimit(spec, root.options);
    if (limitMs === undefined) return next(call, sink);
    checkPositive(limitMs, `${call.name}: deadlineMs`);
    return next(call.with({ scope: root.startDeadline(limitMs) }), sink);
  };
}
