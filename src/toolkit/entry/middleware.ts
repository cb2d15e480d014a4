import { DefinitionError } from '../../base/errors/errors.js';
import { optionRule } from '../../base/options/option-rules.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { ToolCall } from '../../call/call-options.js';
import type { AwaitableResponses, MiddlewareAnswer } from '../../call/response/awaitable-responses.js';
import type { ToolContext } from '../../call/tool-context.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';

/** A call as middleware receives it. */
export interface MiddlewareCall extends Readonly<Required<ToolCall>> {
  /** The spec of the tool. Undefined if the name is unknown, the group is inactive, or the caller has no access. */
  readonly spec: ToolSpec | undefined;
  /** The context of the call: its state, its `auth`, and the signal that aborts when the call is cancelled. */
  readonly context: ToolContext;
  /**
   * What `next` does. `call`: it makes the call. `result`: it returns the result that the client has supplied for a call that
   * middleware has wrapped before, when it ended as pending. What counts or admits calls passes the second stage on.
   */
  readonly stage: 'call' | 'result';
  /** The ID of the session that runs the call. Undefined for a call of the toolkit itself. */
  readonly sessionId?: string | undefined;
  /**
   * The `_meta` of the call, which the tool reads as `ctx.meta`. Pass a call with another `meta` to `next` to change what the
   * tool reads.
   */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** The option `coerce` of the call. Undefined if the tool or the toolkit decides. */
  readonly coerce?: boolean | undefined;
}

/**
 * The function that runs the rest of the pipeline: the inner middleware and the tool. Without an argument it runs the
 * call that the middleware received.
 */
export type NextHandler = (call?: MiddlewareCall) => AwaitableResponses;

/**
 * A function that wraps the calls of tools. It can change the call or the responses, return its own result, or call
 * `next` several times. It returns an Observable of responses or a promise of a result; the return value of `next()` is
 * both. The first middleware is the outermost.
 *
 * @example
 * ```ts
 * const audit: Middleware = async (call, next) => {
 *   const result = await next();
 *   log(call.name, result.success);
 *   return result;
 * };
 * ```
 */
export type Middleware = (call: MiddlewareCall, next: NextHandler) => MiddlewareAnswer;

/** Gives a middleware the name that errors and the steps of calls show. Bundlers may rename functions. */
export function nameMiddleware(name: string, middleware: Middleware): Middleware {
  return Object.defineProperty(middleware, 'name', { value: name });
}

/** The rule of an option with middleware. `checkMiddleware` checks each function. */
export const middlewareList = optionRule<readonly Middleware[]>('an array of functions', Array.isArray);

/** Throws a DefinitionError that begins with `where` if middleware is not a function. */
export function checkMiddleware(middleware: readonly unknown[], where: string): void {
  for (const layer of middleware) {
    if (typeof layer === 'function') continue;
    throw new DefinitionError(`${where}: middleware must be functions, not ${previewValue(layer)}.`);
  }
}
