import { DeniedError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { callback, count, oneOf, optionsOf } from '../../base/options/option-rules.js';
import { compileToolPatterns, toolPatterns } from '../../tool/spec/tool-pattern.js';
import { type Middleware, type MiddlewareCall, nameMiddleware } from '../../toolkit/entry/middleware.js';
import { lazyRecentEntries, maxKeys } from './recent-entries.js';

/** What a `callLimit()` counts separately: the calls of each session, of the toolkit, or of each tool. */
export type CallLimitScope = 'session' | 'toolkit' | 'tool';

/** The options of `callLimit()`. */
export interface CallLimitOptions {
  /** The maximum number of calls. */
  readonly max: number;
  /**
   * The calls that are counted together: those of a session, all calls of the toolkit and its sessions, or those of one
   * tool in the toolkit and all sessions. Calls of the toolkit itself count as one session.
   */
  readonly per: CallLimitScope;
  /** The names of the tools to which the limit applies. `*` matches any number of characters. @default all tools */
  readonly tools?: readonly string[] | undefined;
  /** Returns a key of a call. Calls with different keys are counted separately. @default no key */
  readonly key?: ((call: MiddlewareCall) => string) | undefined;
}

const optionNames: OptionNames<CallLimitOptions> = {
  max: count,
  per: oneOf('session', 'toolkit', 'tool'),
  tools: toolPatterns,
  key: callback,
};

const countedCalls: Readonly<Record<CallLimitScope, (toolName: string) => string>> = {
  session: () => 'in this session',
  toolkit: () => 'in total',
  tool: (toolName) => `of '${toolName}'`,
};

/**
 * Creates middleware that limits the number of calls. A call beyond the limit is not run and ends with a DeniedError,
 * whose `details` have `max`, `left` and `per`. Calls of tools that do not exist are not counted.
 *
 * @example
 * ```ts
 * toolkit.use(callLimit({ max: 20, per: 'session' }));
 * ```
 * @throws DefinitionError on an unknown option, a `max` that is not a whole number from 1, and an unknown `per`.
 */
export function callLimit(options: CallLimitOptions): Middleware {
  checkOptionNames(options, optionsOf<CallLimitOptions>(optionNames, 'max', 'per'), 'callLimit');
  const { max, per, tools, key } = options;
  const isLimited = tools === undefined ? () => true : compileToolPatterns(tools, 'callLimit: tools');
  const openCounts = lazyRecentEntries<{ calls: number }>({ max: maxKeys });
  return nameMiddleware('callLimit', async (call, next) => {
    const isCounted = call.spec !== undefined && call.stage === 'call';
    if (!isCounted || !isLimited(call.name)) return next();
    const countKey = JSON.stringify([countedIdOf(call, per), key?.(call)]);
    const counts = await openCounts();
    const count = counts.get(countKey) ?? { calls: 0 };
    if (count.calls >= max) throw createRefusal(call.name, options);
    count.calls++;
    counts.set(countKey, count);
    return next();
  });
}

function countedIdOf({ name, sessionId }: MiddlewareCall, per: CallLimitScope): string | undefined {
  if (per === 'toolkit') return undefined;
  return per === 'tool' ? name : sessionId;
}

function createRefusal(toolName: string, { max, per, tools }: CallLimitOptions): DeniedError {
  const calls = max === 1 ? '1 call' : `${max} calls`;
  const affected = per === 'tool' || tools === undefined ? '' : ` of ${tools.join(', ')}`;
  const others = per === 'tool' || tools !== undefined ? 'Use another tool, or continue' : 'Continue';
  return new DeniedError(
    `'${toolName}' was not called: the limit of ${calls}${affected} ${countedCalls[per](toolName)} is reached, and 0 ` +
      `are left. ${others} with the results that you have.`,
    { toolName, details: { max, left: 0, per } },
  );
}
