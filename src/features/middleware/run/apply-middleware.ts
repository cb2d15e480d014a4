import { followCall } from '../../../toolkit/pipeline/follow-call.js';
import type { AppliedMiddleware, CallHandler } from '../../../toolkit/pipeline/pipeline.js';
import { MiddlewareRun } from './middleware-run.js';

/** Wraps a handler in one middleware. */
export function applyMiddleware(applied: AppliedMiddleware, next: CallHandler): CallHandler {
  return followCall((call, sink) => new MiddlewareRun(applied, { next, call, sink }).run());
}
