import type { CallHandler } from './pipeline.js';

/** Runs a handler as the code of its call, so that the calls which it makes are known as such. The consumer does not run within it. */
export function followCall(next: CallHandler): CallHandler {
  return (call, sink) => {
    const { limiter } = call.root.environment;
    const outer = limiter.current;
    const outside: typeof sink = sink && ((chunk) => limiter.runAs(outer, () => sink(chunk)));
    return limiter.runAs(call.root, () => next(call, outside));
  };
}
