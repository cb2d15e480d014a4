import type { ToolError } from '../../base/errors/errors.js';
import type { ToolCall, ToolProgress, ToolRetry } from '../../call/call-options.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { ToolResult } from '../../call/response/tool-result.js';
import type { CallEvents } from './call-events.js';
import type { ReportStep } from './call-step.js';
import type { FlowNote } from './tool-event.js';

/** Emits the events of one run: one `started` event first, one event of its end, and nothing after the end. */
export class CallEventEmitter {
  readonly #events: CallEvents;
  readonly #call: Readonly<Required<ToolCall>>;
  #noted: { readonly toolVersion?: string; readonly flow?: FlowNote } = {};
  #hasStarted = false;
  /** When the `started` event was emitted, by `performance.now()`. */
  #startedAt = 0;
  #hasEnded = false;

  constructor(events: CallEvents, call: Readonly<Required<ToolCall>>) {
    this.#events = events;
    this.#call = call;
  }

  /** Sets the version that the further events name. Undefined if only one tool has the name of the call. */
  setVersion(toolVersion: string | undefined): void {
    if (toolVersion !== undefined) this.#noted = { ...this.#noted, toolVersion };
  }

  /** Adds what the further events say of the data of the call. */
  note(noted: { readonly flow: FlowNote }): void {
    this.#noted = { ...this.#noted, ...noted };
  }

  /**
   * Emits the `started` event. Only the first call has an effect.
   *
   * @param repairedInput - The arguments repaired from malformed JSON, if any.
   */
  emitStart(repairedInput?: object): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.#startedAt = performance.now();
    const { id: callId, name: toolName, input } = this.#call;
    const event = { type: 'started', callId, toolName, at: Date.now(), input } as const;
    this.#events.emit(repairedInput === undefined ? event : { ...event, repairedInput });
  }

  emitChunk(response: ToolResponse): void {
    if (this.#hasEnded) return;
    this.#events.emit({ type: 'chunk', ...this.#fields(), response });
  }

  emitProgress({ flow: label, ...progress }: ToolProgress): void {
    if (this.#hasEnded) return;
    // The tool may have read more since the call was noted.
    const flow = label && ({ decision: 'none', concerns: [], ...this.#noted.flow, ...label } as const);
    const noted = flow === undefined ? this.#noted : { ...this.#noted, flow };
    this.#events.emit({ ...progress, ...noted, type: 'progress', at: Date.now() });
  }

  emitRetry({ error, attempt, delayMs }: ToolRetry): void {
    if (this.#hasEnded) return;
    this.#events.emit({ type: 'retried', ...this.#fields(), error: error.toJSON(), attempt, delayMs });
  }

  /** The function that emits a step of the call. Undefined if no one listens to steps, which are then not computed. */
  get reportStep(): ReportStep | undefined {
    if (!this.#events.hasStepListeners) return undefined;
    return (step) => {
      if (this.#hasEnded) return;
      const startMs = Math.max(0, performance.now() - step.durationMs - this.#startedAt);
      this.#events.emitStep({ type: 'step', ...this.#fields(), ...step, startMs });
    };
  }

  /** Emits that the call waits for its client, with the validated arguments. The end of the call follows. */
  emitPending(input: Readonly<Record<string, unknown>>): void {
    if (!this.#hasEnded) this.#events.emit({ type: 'pending', ...this.#fields(), input });
  }

  /** Emits the end of the call. Only the first call has an effect. */
  emitEnd(result: ToolResult): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    // A call may be cancelled before its start was emitted.
    this.emitStart();
    const { error, durationMs, attempts } = result;
    const end = { ...this.#fields(), result, durationMs, attempts };
    if (error === undefined) this.#events.emit({ type: 'completed', ...end });
    else this.#events.emit({ type: endTypeOf(error), ...end, error });
  }

  /** Emits that the run of the call has ended, because the call continues with another run. */
  emitSuspension({ durationMs, attempts }: ToolResult): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.emitStart();
    this.#events.emit({ type: 'suspended', ...this.#fields(), durationMs, attempts });
  }

  #fields() {
    const { id: callId, name: toolName } = this.#call;
    return { callId, toolName, ...this.#noted, at: Date.now() };
  }
}

function endTypeOf({ code }: ToolError): 'failed' | 'interrupted' | 'denied' {
  return code === 'interrupted' || code === 'denied' ? code : 'failed';
}
