import type { ToolResponse } from '../response/tool-response.js';
import type { ToolResult } from '../response/tool-result.js';
import type { ToolState } from '../state/tool-state.js';
import type { CallGuard } from './call-guard.js';
import type { CallOptions, LogLevel, ToolCall, ToolProgress, ToolRetry } from './call-options.js';
import type { ClientAccess } from './client-access.js';
import { LendingContext } from './lending-context.js';
import { tell } from './tell.js';

/** Hears what happens in a call, as it happens. Never throws. */
export interface CallWitness {
  chunk(response: ToolResponse): void;
  progress(progress: ToolProgress): void;
  retried(retry: ToolRetry): void;
  /** The call has ended, well or not. */
  ended(result: ToolResult): void;
}

/** One call as its attempts share it. */
export interface CallFacts {
  readonly call: Readonly<Required<ToolCall>>;
  readonly state: ToolState;
  readonly options: CallOptions;
  readonly witness: CallWitness | undefined;
  /** Whether the call has ended. */
  readonly isOver: boolean;
}

/** The time limits of one attempt. */
export interface AttemptClocks {
  /** Lets no time count until the function that it gives is called. */
  holdClocks(): () => void;
}

/** The ToolContext of one attempt. */
export class CallContext extends LendingContext {
  readonly #facts: CallFacts;
  readonly #guard: CallGuard;
  readonly #clocks: AttemptClocks;

  constructor(facts: CallFacts, guard: CallGuard, clocks: AttemptClocks) {
    super();
    this.#facts = facts;
    this.#guard = guard;
    this.#clocks = clocks;
  }

  override get signal(): AbortSignal {
    return this.#guard.signal;
  }

  override get state(): ToolState {
    return this.#facts.state;
  }

  override get call(): Readonly<Required<ToolCall>> {
    return this.#facts.call;
  }

  override get auth(): unknown {
    return this.#facts.options.auth;
  }

  override progress(value: number, total?: number, message?: string): void {
    // What an ended attempt still says is about nothing that anybody waits for.
    if (this.#facts.isOver || this.#guard.reason !== undefined) return;
    const { options, call, witness } = this.#facts;
    const progress = { callId: call.id, toolName: call.name, value, total, message };
    witness?.progress(progress);
    tell(options.onProgress, progress);
  }

  override log(level: LogLevel, message: string, data?: unknown): void {
    const { options, call } = this.#facts;
    tell(options.onLog, { callId: call.id, toolName: call.name, level, message, data });
  }

  protected override access(): ClientAccess {
    const { client } = this.#facts.options;
    return { client, toolName: this.call.name, signal: this.signal, holdClocks: () => this.#clocks.holdClocks() };
  }
}
