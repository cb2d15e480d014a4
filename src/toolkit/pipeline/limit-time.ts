import { deadlineLimit } from '../../call/call-plan.js';
import type { ToolEntry } from '../entry/tool-entry.js';
import type { CallHandler } from './pipeline.js';

/** Ends a call when its deadline has passed, with everything inside: middleware, waits and attempts. */
export function limitTime({ spec }: ToolEntry, next: CallHandler): CallHandler {
  return (call, sink) => {
    const { root } = call;
    const limitMs = deadlineLimit(spec, root.options);
    if (limitMs === undefined) return next(call, sink);
    return next(call.with({ scope: root.startDeadline(limitMs) }), sink);
  };
}
