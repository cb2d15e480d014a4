import { followCall } from './follow-call.js';
import { type AppliedMiddleware, MiddlewareRun } from './middleware-run.js';
import type { CallHandler } from './pipeline.js';

/** Wraps a handler in one middleware. */
export function applyMiddleware(applied: AppliedMiddleware, next: CallHandler): CallHandler {
  return followCall((call, sink) => new MiddlewareRun(applied, { next, call, sink }).run());
}
