import { maskOutcome } from '../../call/mask-outcome.js';
import type { CallHandler } from './pipeline.js';

/** Masks the error of a call before its events are emitted. The middleware inside receives the error itself. */
export function maskErrors(next: CallHandler): CallHandler {
  return (call, sink) => {
    const { root } = call;
    const { maskErrors: mask = false } = root.environment;
    if (mask === false) return next(call, sink);
    return next(call, sink).then((outcome) => maskOutcome(outcome, mask, root.call));
  };
}
