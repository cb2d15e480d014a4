import type { ToolError } from '../../errors.js';
import type { ToolCall, ToolProgress, ToolRetry } from '../../execution/call-options.js';
import type { ToolResponse } from '../../response/tool-response.js';
import type { ToolResult } from '../../response/tool-result.js';
import type { CallEvents } from './call-events.js';

/** Emits the events of one call: one `started` and one end, and nothing after the end. */
export class CallEventEmitter {
  readonly #events: CallEvents;
  readonly #call: Readonly<Required<ToolCall>>;
  #hasStarted = false;
  #hasEnded = false;

  constructor(events: CallEvents, call: Readonly<Required<ToolCall>>) {
    this.#events = events;
    this.#call = call;
  }

  /** @param repairedInput - The arguments that malformed JSON was repaired to, if it was. */
  started(repairedInput?: object): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    const repair = repairedInput === undefined ? {} : { repairedInput };
    this.#events.emit({ type: 'started', ...this.#header(), input: this.#call.input, ...repair });
  }

  chunk(response: ToolResponse): void {
    if (!this.#hasEnded) this.#events.emit({ type: 'chunk', ...this.#header(), response });
  }

  progress(progress: ToolProgress): void {
    if (!this.#hasEnded) this.#events.emit({ ...progress, type: 'progress', at: Date.now() });
  }

  retried({ error, attempt, delayMs }: ToolRetry): void {
    if (this.#hasEnded) return;
    this.#events.emit({ type: 'retried', ...this.#header(), error: error.toJSON(), attempt, delayMs });
  }

  /** Emits the end of the call. Only the first one counts. */
  ended(result: ToolResult): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    // A call may be cancelled before it has got that far.
    this.started();
    const { error, durationMs, attempts } = result;
    const end = { ...this.#header(), result, durationMs, attempts };
    this.#events.emit(error === undefined ? { type: 'completed', ...end } : { type: endType(error), ...end, error });
  }

  #header(): { readonly callId: string; readonly toolName: string; readonly at: number } {
    return { callId: this.#call.id, toolName: this.#call.name, at: Date.now() };
  }
}

function endType({ code }: ToolError): 'failed' | 'interrupted' | 'denied' {
  return code === 'interrupted' || code === 'denied' ? code : 'failed';
}
