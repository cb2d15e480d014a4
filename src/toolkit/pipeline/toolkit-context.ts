import type { CallOptions, LogLevel, ToolCall } from '../../execution/call-options.js';
import type { ClientAccess } from '../../execution/client-access.js';
import { LendingContext } from '../../execution/lending-context.js';
import { tell } from '../../execution/tell.js';
import type { ToolState } from '../../state/tool-state.js';
import type { CallAbort } from './call-abort.js';
import type { CallRecord } from './call-record.js';

/** What the context of a call stands on. */
export interface ToolkitContextParts extends Readonly<Required<ToolCall>> {
  readonly state: ToolState;
  readonly abort: CallAbort;
  readonly options: CallOptions;
  /** Undefined where nobody hears of the call. */
  readonly record: CallRecord | undefined;
}

/** The ToolContext that middleware sees: of the whole call, retries and waits included. */
export class ToolkitContext extends LendingContext {
  override readonly state: ToolState;
  readonly #parts: ToolkitContextParts;
  #call: Readonly<Required<ToolCall>> | undefined;
  #isOver = false;

  constructor(parts: ToolkitContextParts) {
    super();
    this.state = parts.state;
    this.#parts = parts;
  }

  /** Made when first asked for: freezing costs a quarter of what a call does. */
  override get call(): Readonly<Required<ToolCall>> {
    const { id, name, input } = this.#parts;
    this.#call ??= Object.freeze({ id, name, input });
    return this.#call;
  }

  override get signal(): AbortSignal {
    return this.#parts.abort.signal;
  }

  override get auth(): unknown {
    return this.#parts.options.auth;
  }

  override progress(value: number, total?: number, message?: string): void {
    const { abort, record, options } = this.#parts;
    if (this.#isOver || abort.aborted) return;
    const { id: callId, name: toolName } = this.#parts;
    const told = { callId, toolName, value, total, message };
    record?.progress(told);
    tell(options.onProgress, told);
  }

  override log(level: LogLevel, message: string, data?: unknown): void {
    const { id: callId, name: toolName } = this.#parts;
    tell(this.#parts.options.onLog, { callId, toolName, level, message, data });
  }

  /** The call has ended: as with a tool's own context, nobody waits for what is said of it. */
  end(): void {
    this.#isOver = true;
  }

  protected override access(): ClientAccess {
    return { client: this.#parts.options.client, toolName: this.#parts.name, signal: this.signal };
  }
}
