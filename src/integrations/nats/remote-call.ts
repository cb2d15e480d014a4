import {
  InterruptedError,
  type LogLevel,
  NetworkError,
  OutputValidationError,
  RateLimitError,
  type ToolContext,
  type ToolError,
} from '../../index.js';
import { fromWireError } from '../shared/wire-error.js';
import { fromWireOutput, type WireOutput } from '../shared/wire-output.js';
import type { CallHeaders } from './call-headers.js';
import type { CallerLink, Delivery } from './caller-link.js';
import type { Reply } from './messages.js';
import type { ServedTool } from './worker-table.js';

/** The parts of a call. */
export interface RemoteCallParts {
  readonly link: CallerLink;
  readonly tool: ServedTool;
  readonly headers: CallHeaders;
  /** The arguments as JSON text. */
  readonly data: Uint8Array;
  readonly context: ToolContext;
}

/** What a call has received: a chunk, or its end. */
export type Received =
  | { readonly done: false; readonly value: unknown }
  | { readonly done: true; readonly value: unknown }
  | { readonly done: true; readonly error: ToolError };

// A worker is dead after this many heartbeats that were missed.
const missedBeats = 3;
const firstDelayMs = 25;
const longestDelayMs = 500;
// A call that all workers refuse is given up after so many attempts.
const maxRefusals = 20;
// The caller reports how many chunks it has read, once for so many.
const chunksPerReport = 256;

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** One call of a caller: it is delivered to a worker, and again if that worker dies and the call may run again. */
export class RemoteCall implements Delivery {
  readonly #parts: RemoteCallParts;
  #token: string | undefined;
  #worker: string | undefined;
  #beatMs: number;
  #seenAt = 0;
  /** Whether a worker has started to run the call. */
  #hasStarted = false;
  /** Whether a delivery may have had an effect that is not known. */
  #isUncertain = false;
  #deliveries = 0;
  #refusals = 0;
  #delayMs = firstDelayMs;
  #received: unknown[] = [];
  #taken = 0;
  /** The number of chunks that were received. */
  #chunks = 0;
  /** The number of chunks that were read. */
  #read = 0;
  #end: Extract<Received, { readonly done: true }> | undefined;
  #wake: (() => void) | undefined;
  #stopWaiting: (() => void) | undefined;

  constructor(parts: RemoteCallParts) {
    this.#parts = parts;
    this.#beatMs = parts.link.settings.heartbeatMs;
  }

  get worker(): string | undefined {
    return this.#worker;
  }

  /** Delivers the call. */
  start(): void {
    this.#deliver();
  }

  /** Returns what was received next, or a promise of it. */
  next(): Received | Promise<Received> {
    if (this.#taken < this.#received.length) {
      const value = this.#received[this.#taken++];
      if (this.#taken === this.#received.length) {
        this.#received = [];
        this.#taken = 0;
      }
      if (++this.#read % chunksPerReport === 0) this.#reportRead();
      return { done: false, value };
    }
    if (this.#end !== undefined) return this.#end;
    return new Promise<void>((resolve) => {
      this.#wake = resolve;
    }).then(() => this.next());
  }

  /** Ends the call, and cancels it where it runs. Has no effect on a call that has ended. */
  cancel(): void {
    if (this.#end !== undefined) return;
    const reason: unknown = this.#parts.context.signal.reason;
    const isTimeout = (reason as { readonly code?: unknown } | undefined)?.code === 'timeout';
    this.#abandon(isTimeout ? 'timeout' : 'interrupted');
    const { name: toolName } = this.#parts.tool;
    this.#finish({ done: true, error: new InterruptedError(`The call of '${toolName}' was cancelled.`, { toolName }) });
  }

  onBeat(): void {
    this.#seenAt = performance.now();
  }

  onReply(reply: Reply): void {
    this.#seenAt = performance.now();
    switch (reply.kind) {
      case 'queued':
      case 'taken':
      case 'send':
        this.#onWorker(reply);
        return;
      case 'busy':
        this.#onBusy();
        return;
      case 'chunks':
        this.#hasStarted = true;
        this.#onChunks(reply.from, reply.chunks);
        return;
      case 'progress':
        this.#parts.context.progress(reply.value, reply.total, reply.message);
        return;
      case 'log': {
        const level = levels.find((one) => one === reply.level) ?? 'info';
        this.#parts.context.log(level, reply.message, reply.data);
        return;
      }
      case 'end':
        this.#onEnd(reply);
        return;
      default:
    }
  }

  onTooLarge(): void {
    const { link, tool } = this.#parts;
    const { maxMessageBytes: value } = link.settings;
    this.#abandon('interrupted');
    const message = `'${tool.name}' answered with more than ${value} bytes (maxMessageBytes).`;
    const details = { limit: 'maxMessageBytes', value };
    this.#finish({ done: true, error: new OutputValidationError(message, { toolName: tool.name, details }) });
  }

  onFailure(cause: unknown): void {
    const { name: toolName } = this.#parts.tool;
    this.#abandon('interrupted');
    const reason = cause instanceof Error ? `: ${cause.message}` : '';
    this.#fail(new OutputValidationError(`'${toolName}' sent a malformed message${reason}`, { toolName, cause }));
  }

  onClose(): void {
    const { name: toolName } = this.#parts.tool;
    this.#abandon('interrupted');
    this.#fail(new InterruptedError(`The source of '${toolName}' was closed before the call ended.`, { toolName }));
  }

  onNoWorker(): void {
    this.#forget();
    this.#waitOrFail(`No worker serves '${this.#parts.tool.name}' now`);
  }

  onTick(now: number): void {
    const { link } = this.#parts;
    if (!link.connection.isOnline) {
      const isGivenUp = link.settings.offline === 'fail' || link.connection.isClosed;
      const hasFailed = isGivenUp && now - this.#seenAt > this.#beatMs * missedBeats;
      if (hasFailed) this.#onLost('The server does not answer');
      return;
    }
    // A tick later, the third heartbeat is certainly missing.
    if (now - this.#seenAt > this.#beatMs * missedBeats) this.#onLost('The worker has died');
  }

  /** Delivers the call to a worker of any queue group that serves the tool. */
  #deliver(): void {
    if (this.#end !== undefined) return;
    const { link, headers, data } = this.#parts;
    if (!link.connection.isOnline) {
      this.#waitOrFail('The server does not answer');
      return;
    }
    this.#hasStarted = false;
    this.#worker = undefined;
    this.#beatMs = link.settings.heartbeatMs;
    this.#seenAt = performance.now();
    try {
      this.#token = link.request(this.#currentTool(), { headers, data, delivery: this });
    } catch (cause) {
      this.#onUnsent(cause);
    }
  }

  #onUnsent(cause: unknown): void {
    const { name: toolName } = this.#parts.tool;
    const reason = cause instanceof Error ? `: ${cause.message}` : '';
    this.#fail(new NetworkError(`The call of '${toolName}' could not be sent${reason}.`, { toolName, cause }));
  }

  /** Returns the definition that workers serve now, if they no longer serve the one that was listed. */
  #currentTool(): ServedTool {
    const { link, tool } = this.#parts;
    if (this.#deliveries === 0 && this.#delayMs === firstDelayMs) return tool;
    const served = link.workers.tools().filter(({ name, version }) => name === tool.name && version === tool.version);
    return served.find(({ fingerprint }) => fingerprint === tool.fingerprint) ?? served[0] ?? tool;
  }

  #onWorker({ kind, worker, beatMs }: Extract<Reply, { readonly kind: 'queued' | 'taken' | 'send' }>): void {
    this.#worker = worker;
    if (beatMs > 0) this.#beatMs = beatMs;
    if (kind === 'taken') this.#hasStarted = true;
    if (kind === 'send' && this.#token !== undefined) {
      this.#parts.link.sendParts(this.#worker, this.#token, this.#parts.data);
    }
  }

  #onBusy(): void {
    this.#forget();
    const { name: toolName } = this.#parts.tool;
    if (++this.#refusals < maxRefusals) this.#deliverLater();
    else this.#fail(new RateLimitError(`All workers that serve '${toolName}' are busy.`, { toolName }));
  }

  #onChunks(from: number, chunks: readonly WireOutput[]): void {
    // After another delivery, the chunks repeat. Those that were received are dropped.
    for (const [index, chunk] of chunks.entries()) {
      if (from + index !== this.#chunks) continue;
      this.#chunks++;
      this.#received.push(fromWireOutput(chunk));
    }
    this.#wake?.();
  }

  #onEnd({ output, error }: Extract<Reply, { readonly kind: 'end' }>): void {
    this.#forget();
    if (error !== undefined) this.#fail(fromWireError(error, this.#parts.tool.name));
    else this.#finish({ done: true, value: fromWireOutput(output) });
  }

  /** Delivers the call again if it may run again. Otherwise ends it, with what is known. */
  #onLost(why: string): void {
    const { link, tool } = this.#parts;
    const worker = this.#worker;
    this.#abandon('interrupted');
    if (worker !== undefined) link.workers.table.remove(worker);
    const isRepeatable = tool.idempotent || tool.logged;
    if (this.#hasStarted && !tool.idempotent) this.#isUncertain = true;
    this.#deliveries++;
    if ((!this.#hasStarted || isRepeatable) && this.#deliveries < link.settings.maxDeliveries) {
      this.#deliver();
      return;
    }
    this.#fail(this.#lostError(why, worker));
  }

  #lostError(why: string, worker: string | undefined): InterruptedError {
    const { tool, headers } = this.#parts;
    const state = this.#hasStarted
      ? 'while it ran the call, so it is not known whether the call had an effect'
      : 'before it ran the call';
    const message = `${why} ${state}. '${tool.name}' was not run again.`;
    const details = {
      outcome: this.#hasStarted || this.#isUncertain ? 'unknown' : 'not run',
      callId: headers.callId,
      deliveries: this.#deliveries,
      chunks: this.#chunks,
      ...(worker === undefined ? {} : { worker }),
    };
    return new InterruptedError(message, { toolName: tool.name, details });
  }

  /** Waits for a worker or the server, if the settings say so. Otherwise ends the call. */
  #waitOrFail(what: string): void {
    const { link, tool } = this.#parts;
    if (link.settings.offline === 'wait' && !link.connection.isClosed) {
      this.#deliverLater();
      return;
    }
    if (this.#isUncertain) {
      this.#fail(this.#lostError(what, undefined));
      return;
    }
    const start = link.connection.isOnline ? 'Start one: toolwright serve --nats' : 'Start it: nats-server';
    const message = `${what} (NATS at ${link.connection.server}). ${start}.`;
    this.#fail(new NetworkError(message, { toolName: tool.name }));
  }

  #deliverLater(): void {
    const { link } = this.#parts;
    const again = (): void => {
      this.#stopWaiting?.();
      this.#deliver();
    };
    const timer = link.connection.guard.after(this.#delayMs, again);
    const stopListening = link.workers.onChange(again);
    this.#delayMs = Math.min(this.#delayMs * 2, longestDelayMs);
    this.#stopWaiting = () => {
      clearTimeout(timer);
      stopListening();
      this.#stopWaiting = undefined;
    };
  }

  #reportRead(): void {
    if (this.#token === undefined || this.#worker === undefined) return;
    this.#parts.link.markRead(this.#token, this.#worker, this.#read);
  }

  /** Cancels the current delivery. */
  #abandon(reason: 'timeout' | 'interrupted'): void {
    if (this.#token !== undefined) this.#parts.link.cancel(this.#token, this.#worker, reason);
    this.#forget();
  }

  /** Ends the current delivery. */
  #forget(): void {
    if (this.#token !== undefined) this.#parts.link.end(this.#token);
    this.#token = undefined;
  }

  #fail(error: ToolError): void {
    this.#finish({ done: true, error });
  }

  #finish(end: Extract<Received, { readonly done: true }>): void {
    this.#stopWaiting?.();
    this.#end ??= end;
    this.#wake?.();
  }
}
