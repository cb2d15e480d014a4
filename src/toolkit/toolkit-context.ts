import type { CallOptions, LogLevel, ToolCall } from '../execution/call-options.js';
import type { ClientAccess } from '../execution/client-access.js';
import { LendingContext } from '../execution/lending-context.js';
import { tell } from '../execution/tell.js';
import type { ToolState } from '../state/tool-state.js';
import type { CallAbort } from './call-abort.js';

/** What the context of a call passes on. */
export type ToolkitContextOptions = CallOptions & { readonly state: ToolState };

/** The ToolContext that middleware sees: of the whole call, retries and waits included. */
export class ToolkitContext extends LendingContext {
  override readonly call: Readonly<Required<ToolCall>>;
  override readonly state: ToolState;
  readonly #abort: CallAbort;
  readonly #options: CallOptions;

  constructor(call: Readonly<Required<ToolCall>>, abort: CallAbort, options: ToolkitContextOptions) {
    super();
    this.call = call;
    this.state = options.state;
    this.#abort = abort;
    this.#options = options;
  }

  override get signal(): AbortSignal {
    return this.#abort.signal;
  }

  override get auth(): unknown {
    return this.#options.auth;
  }

  override progress(value: number, total?: number, message?: string): void {
    const { id: callId, name: toolName } = this.call;
    if (!this.#abort.aborted) tell(this.#options.onProgress, { callId, toolName, value, total, message });
  }

  override log(level: LogLevel, message: string, data?: unknown): void {
    const { id: callId, name: toolName } = this.call;
    tell(this.#options.onLog, { callId, toolName, level, message, data });
  }

  protected override access(): ClientAccess {
    return { client: this.#options.client, toolName: this.call.name, signal: this.signal };
  }
}
