import type { Observable } from 'rxjs';
import type { ToolCall } from '../../execution/call-options.js';
import type { ToolContext } from '../../execution/tool-context.js';
import type { ToolResponse } from '../../response/tool-response.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import { settled } from '../calls/settled.js';

/** A call on its way through middleware. */
export interface MiddlewareCall extends Readonly<Required<ToolCall>> {
  /** Undefined where no tool answers: an unknown name, an inactive group, no access. */
  readonly spec: ToolSpec | undefined;
  /** Its state and `auth` are the call's; its signal fires when the call is cancelled or left. */
  readonly context: ToolContext;
}

/** Answers a call: what is further in. Called without a call, it gets the one that came. */
export type NextHandler = (call?: MiddlewareCall) => Observable<ToolResponse>;

/**
 * Stands around calls. It may hand on another call, change each response, answer by itself, or call `next` again. The
 * first that is used is outermost. However it ends, the call has one last response.
 */
export type Middleware = (call: MiddlewareCall, next: NextHandler) => Observable<ToolResponse>;

/**
 * Puts middleware around what answers a call at last. What each layer gives is settled before the next one out sees it;
 * whoever asks settles what the outermost gives.
 */
export function wrapped(
  middleware: readonly Middleware[],
  innermost: (call: MiddlewareCall) => Observable<ToolResponse>,
): (call: MiddlewareCall) => Observable<ToolResponse> {
  return middleware.reduceRight<(call: MiddlewareCall) => Observable<ToolResponse>>((inner, layer, index) => {
    const answer = (call: MiddlewareCall): Observable<ToolResponse> => layer(call, (changed = call) => inner(changed));
    return index === 0 ? answer : (call) => settled(() => answer(call), call);
  }, innermost);
}
