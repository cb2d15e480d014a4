import { DefinitionError } from '../../errors.js';
import type { ToolCall } from '../../execution/call-options.js';
import type { ToolContext } from '../../execution/tool-context.js';
import type { AwaitableResponses, MiddlewareAnswer } from '../../response/awaitable-responses.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import { previewValue } from '../../value-preview.js';

/** A call on its way through middleware. */
export interface MiddlewareCall extends Readonly<Required<ToolCall>> {
  /** Undefined where no tool answers: an unknown name, an inactive group, no access. */
  readonly spec: ToolSpec | undefined;
  /** Its state and `auth` are the call's; its signal fires when the call is cancelled or left. */
  readonly context: ToolContext;
}

/**
 * Runs the rest of the pipeline: the middleware further in, and the tool. Without an argument it gets the call that came
 * in.
 */
export type NextHandler = (call?: MiddlewareCall) => AwaitableResponses;

/**
 * A Middleware runs around calls. It may change the call or the responses, answer by itself, or call `next` again. Return
 * an Observable of responses, or a promise of a result: `next()` gives both. The first middleware in use is the outermost.
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

/** Refuses middleware that is no function. Throws a DefinitionError that begins with `where`. */
export function checkMiddleware(middleware: readonly unknown[], where: string): void {
  if (!Array.isArray(middleware)) {
    throw new DefinitionError(`${where}: use must be a list of functions, not ${previewValue(middleware)}.`);
  }
  for (const layer of middleware) {
    if (typeof layer === 'function') continue;
    throw new DefinitionError(`${where}: middleware must be functions, not ${previewValue(layer)}.`);
  }
}
