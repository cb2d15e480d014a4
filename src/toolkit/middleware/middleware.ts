import type { Observable } from 'rxjs';
import { DefinitionError } from '../../errors.js';
import type { ToolCall } from '../../execution/call-options.js';
import type { ToolContext } from '../../execution/tool-context.js';
import type { ToolResponse } from '../../response/tool-response.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import { previewValue } from '../../value-preview.js';
import { settled } from '../pipeline/settled.js';

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

/** Refuses what is no function: one that stands for nothing would let each call fail, or through. */
export function checkMiddleware(middleware: readonly unknown[], where: string): void {
  for (const layer of middleware) {
    if (typeof layer === 'function') continue;
    throw new DefinitionError(`${where}: middleware must be functions, not ${previewValue(layer)}.`);
  }
}

/**
 * Middleware around what answers a call at last. What each layer gives is settled before the next one out sees it; whoever
 * lets a call in settles what the outermost gives.
 */
export class MiddlewareChain {
  readonly #layers: readonly Middleware[];
  readonly #innermost: (call: MiddlewareCall) => Observable<ToolResponse>;

  constructor(layers: readonly Middleware[], innermost: (call: MiddlewareCall) => Observable<ToolResponse>) {
    this.#layers = layers;
    this.#innermost = innermost;
  }

  /** Lets a call in at the outermost layer. */
  answer(call: MiddlewareCall): Observable<ToolResponse> {
    return this.#answerFrom(0, call);
  }

  #answerFrom(index: number, call: MiddlewareCall): Observable<ToolResponse> {
    const layer = this.#layers[index];
    if (layer === undefined) return this.#innermost(call);
    return layer(call, (changed = call) => this.#settledFrom(index + 1, changed));
  }

  #settledFrom(index: number, call: MiddlewareCall): Observable<ToolResponse> {
    if (index === this.#layers.length) return this.#innermost(call);
    return settled(() => this.#answerFrom(index, call), call);
  }
}
