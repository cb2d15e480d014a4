import { from, mergeMap } from '../../base/async/rxjs.js';
import { RateLimitError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { callback, count, finite, flagOr, optionsOf, positive } from '../../base/options/option-rules.js';
import { raceAbort } from '../../call/abort-scope.js';
import { type Middleware, type MiddlewareCall, nameMiddleware } from '../../toolkit/entry/middleware.js';
import { CallLimits, type CallRate } from './call-limits.js';

/** The options of `rateLimit()`. */
export interface RateLimitOptions {
  /** The number of calls that are allowed in `perMs` milliseconds. */
  readonly points: number;
  /** The interval, in milliseconds. */
  readonly perMs: number;
  /** Returns the key of a call. Calls with the same key share one limit. @default one limit for all calls */
  readonly key?: ((call: MiddlewareCall) => string) | undefined;
  /** Whether a call beyond the limit waits until it is allowed, or for how many milliseconds at most. @default false */
  readonly wait?: boolean | number | undefined;
}

const optionNames: OptionNames<RateLimitOptions> = {
  points: count,
  perMs: finite,
  key: callback,
  wait: flagOr(positive),
};

/**
 * Creates middleware that limits the rate of calls. A call beyond the limit waits, or fails with a RateLimitError that
 * states when to try again. Calls of tools that do not exist are not counted.
 *
 * @example
 * ```ts
 * toolkit.use(rateLimit({ points: 10, perMs: 1_000, key: (call) => String(call.context.auth) }));
 * ```
 * @throws DefinitionError if a limit is not a number above 0.
 */
export function rateLimit(options: RateLimitOptions): Middleware {
  checkOptionNames(options, optionsOf<RateLimitOptions>(optionNames, 'points', 'perMs'), 'rateLimit');
  const { points, perMs, key, wait = false } = options;
  const longestMs = wait === true ? Number.POSITIVE_INFINITY : wait === false ? 0 : wait;
  const rate = { points, perMs };
  let opening: Promise<CallLimits> | undefined;
  return nameMiddleware('rateLimit', (call, next) => {
    if (call.spec === undefined || call.stage === 'result') return next();
    const countedKey = key === undefined ? '' : key(call);
    opening ??= CallLimits.create(rate);
    const admission = opening.then((limits) => admit(limits, call, { countedKey, longestMs }));
    const admitted = raceAbort(admission, { signal: call.context.signal, toolName: call.name });
    return from(admitted).pipe(
      mergeMap((waitMs) => {
        if (waitMs > 0) throw createRateLimitError(call.name, rate, waitMs);
        return next();
      }),
    );
  });
}

interface Admission {
  readonly countedKey: string;
  readonly longestMs: number;
}

function admit(limits: CallLimits, { context }: MiddlewareCall, { countedKey, longestMs }: Admission): Promise<number> {
  if (context.signal.aborted) return Promise.resolve(0);
  return longestMs === 0
    ? Promise.resolve(limits.tryAdmit(countedKey))
    : limits.wait(countedKey, longestMs, context.signal);
}

function createRateLimitError(toolName: string, { points, perMs }: CallRate, retryAfterMs: number): RateLimitError {
  const times = points === 1 ? 'once' : `${points} times`;
  const message = `'${toolName}' was called more than ${times} in ${perMs} ms. Try again in ${retryAfterMs} ms.`;
  return new RateLimitError(message, { toolName, retryAfterMs });
}
