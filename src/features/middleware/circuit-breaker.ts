import { DefinitionError, type ErrorCode, ServerError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { count, optionsOf, positive } from '../../base/options/option-rules.js';
import type { ToolResult } from '../../call/response/tool-result.js';
import { type Middleware, nameMiddleware } from '../../toolkit/entry/middleware.js';
import { pendingCallOf } from '../../toolkit/pipeline/pending-call.js';
import { lazyRecentEntries, maxKeys } from './recent-entries.js';

/** The options of `circuitBreaker()`. */
export interface CircuitBreakerOptions {
  /** The number of consecutive failures of a tool after which its calls are refused. */
  readonly failures: number;
  /** The time for which calls are refused, in milliseconds. Then one call is tried. */
  readonly coolMs: number;
}

const optionNames: OptionNames<CircuitBreakerOptions> = { failures: count, coolMs: positive };

// The other codes say that the arguments, the caller or a rule prevented the call, not that the tool is broken.
const failureCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'timeout',
  'network',
  'rate_limit',
  'server',
  'execution',
  'invalid_output',
]);

/** The recent failures of one tool. */
interface Circuit {
  failures: number;
  /** When one call may be tried again, by `performance.now()`. Undefined while calls are admitted. */
  openUntil: number | undefined;
  isTrying: boolean;
}

/**
 * Creates middleware that stops calling a tool that keeps failing. After `failures` consecutive failures, its calls end
 * with a ServerError for `coolMs` milliseconds, whose `details` have `failures` and `retryAfterMs`. Then one call is
 * tried, and its success admits all calls again. While the result of a client is awaited, one call is tried in each
 * `coolMs` milliseconds. Each tool is counted separately. A refused argument, a denied call and
 * a cancelled call are not failures of a tool.
 *
 * @example
 * ```ts
 * toolkit.use(circuitBreaker({ failures: 5, coolMs: 30_000 }));
 * ```
 * @throws DefinitionError on an unknown option, and on a limit that is not a number above 0.
 */
export function circuitBreaker(options: CircuitBreakerOptions): Middleware {
  checkOptionNames(options, optionsOf<CircuitBreakerOptions>(optionNames, 'failures'), 'circuitBreaker');
  const { coolMs } = options;
  if (coolMs === undefined) {
    throw new DefinitionError(
      'circuitBreaker: coolMs is missing. Set the time for which calls are refused, in milliseconds.',
    );
  }
  const openCircuits = lazyRecentEntries<Circuit>({ max: maxKeys });
  return nameMiddleware('circuitBreaker', async (call, next) => {
    if (call.spec === undefined) return next();
    const circuits = await openCircuits();
    const circuit = circuits.get(call.name) ?? { failures: 0, openUntil: undefined, isTrying: false };
    circuits.set(call.name, circuit);
    if (call.stage === 'result') {
      const supplied = await next();
      countResult(circuit, supplied, options);
      return supplied;
    }
    const waitMs = circuit.openUntil === undefined ? 0 : circuit.openUntil - performance.now();
    if (waitMs > 0 || circuit.isTrying) throw createRefusal(call.name, circuit, waitMs);
    const endTrial = circuit.openUntil === undefined ? undefined : beginTrial(circuit, call.context.signal);
    try {
      const result = await next();
      countResult(circuit, result, options);
      // The trial is decided when the client supplies the result, which may never happen.
      const isUndecided = endTrial !== undefined && pendingCallOf(result) !== undefined;
      if (isUndecided) circuit.openUntil = performance.now() + coolMs;
      return result;
    } finally {
      endTrial?.();
    }
  });
}

/** Begins the trial of a tool. It ends with its call, or when the call is cancelled. Returns a function that ends it. */
function beginTrial(circuit: Circuit, signal: AbortSignal): () => void {
  const endTrial = (): void => {
    circuit.isTrying = false;
    signal.removeEventListener('abort', endTrial);
  };
  circuit.isTrying = true;
  signal.addEventListener('abort', endTrial);
  return endTrial;
}

function countResult(
  circuit: Circuit,
  { success, error }: ToolResult,
  { failures, coolMs }: CircuitBreakerOptions,
): void {
  // The result of a pending call is counted when it arrives.
  if (!success && error === undefined) return;
  if (error === undefined) {
    circuit.failures = 0;
    circuit.openUntil = undefined;
  } else if (failureCodes.has(error.code)) {
    circuit.failures++;
    if (circuit.failures >= failures) circuit.openUntil = performance.now() + coolMs;
  }
}

function createRefusal(toolName: string, { failures }: Circuit, waitMs: number): ServerError {
  const retryAfterMs = Math.max(0, Math.ceil(waitMs));
  const hint = retryAfterMs === 0 ? 'Another call is trying it now.' : `Try again in ${retryAfterMs} ms.`;
  const times = failures === 1 ? 'failed' : `failed ${failures} times in a row`;
  return new ServerError(`'${toolName}' was not called: it has ${times}. ${hint}`, {
    toolName,
    details: { failures, retryAfterMs },
  });
}
