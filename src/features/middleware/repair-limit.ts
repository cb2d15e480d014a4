import { createValidationError, markLike } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { count, optionsOf } from '../../base/options/option-rules.js';
import { ToolResult } from '../../call/response/tool-result.js';
import { type Middleware, type MiddlewareCall, nameMiddleware } from '../../toolkit/entry/middleware.js';
import { lazyRecentEntries, maxKeys } from './recent-entries.js';

/** The options of `repairLimit()`. */
export interface RepairLimitOptions {
  /** The number of consecutive calls of a tool with invalid arguments after which the answer says to stop. */
  readonly max: number;
}

const optionNames: OptionNames<RepairLimitOptions> = { max: count };

/**
 * Creates middleware that stops a model from repeating calls with invalid arguments. Each refusal says how many attempts
 * are left, in its message and as `details.left`. After `max` consecutive refusals of one tool in one session, it says
 * to stop. A call with valid arguments still runs, and begins the count again.
 *
 * @example
 * ```ts
 * toolkit.use(repairLimit({ max: 3 }));
 * ```
 * @throws DefinitionError on an unknown option, and a `max` that is not a whole number from 1.
 */
export function repairLimit(options: RepairLimitOptions): Middleware {
  checkOptionNames(options, optionsOf<RepairLimitOptions>(optionNames, 'max'), 'repairLimit');
  const { max } = options;
  const openCounts = lazyRecentEntries<{ refusals: number }>({ max: maxKeys });
  return nameMiddleware('repairLimit', async (call, next) => {
    if (call.spec === undefined || call.stage === 'result') return next();
    const countKey = JSON.stringify([call.sessionId, call.name]);
    const counts = await openCounts();
    const result = await next();
    if (result.error?.code !== 'invalid_parameters') {
      counts.delete(countKey);
      return result;
    }
    const refusals = (counts.get(countKey)?.refusals ?? 0) + 1;
    counts.set(countKey, { refusals });
    return addHint(result, call, Math.max(0, max - refusals));
  });
}

function addHint(result: ToolResult, { name }: MiddlewareCall, left: number): ToolResult {
  const { error } = result;
  if (error === undefined) return result;
  const attempts = left === 1 ? '1 more attempt is' : `${left} more attempts are`;
  const hint =
    left > 0
      ? `${attempts} left.`
      : `0 attempts are left: do not call '${name}' again. Continue without it, or say which value is missing.`;
  const { issues = [] } = error as { readonly issues?: Parameters<typeof createValidationError>[1]['issues'] };
  const details = { ...(error.details as object | undefined), left };
  const options = { toolName: error.toolName, cause: error.cause, issues, details };
  return ToolResult.fail(markLike(createValidationError(`${error.message}\n${hint}`, options), error));
}
