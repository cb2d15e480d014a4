import type { Subscription } from 'rxjs';
import { scheduleNextTurn } from '../../base/async/schedule.js';
import { errorFromInfo, type ToolErrorInfo } from '../../base/errors/errors.js';
import { flowMetaKey } from '../../call/call-labels.js';
import {
  InterruptedError,
  TimeoutError,
  type ToolError,
  ToolExecutionError,
  type Toolkit,
  type ToolResponse,
  ValidationError,
} from '../../index.js';
import { toWireError } from '../shared/wire-error.js';
import { toWireOutput, type WireOutput } from '../shared/wire-output.js';
import type { CallHeaders } from './call-headers.js';
import type { EffectGuard } from './effect-guard.js';
import type { CallEnd, Reply } from './messages.js';
import type { WorkerSettings } from './serve-options.js';

/** The parts of a call that a worker has received. */
export interface ServedCallParts {
  readonly toolkit: Toolkit;
  readonly toolName: string;
  readonly headers: CallHeaders;
  /** The subject of the replies. */
  readonly reply: string;
  readonly workerId: string;
  readonly settings: WorkerSettings;
  readonly effects: EffectGuard | undefined;
  /** Publishes a reply. */
  readonly send: (reply: Reply) => void;
}

// So many chunks are sent in one message, and so many may be on their way.
const chunksPerMessage = 64;
const unreadChunks = 1_024;

/** One call that a worker runs for a caller. */
export class ServedCall {
  /** The subject that all replies to the caller begin with. */
  readonly inbox: string;
  /** The last token of the subject of the replies. */
  readonly token: string;
  readonly receivedAt = performance.now();
  readonly #parts: ServedCallParts;
  readonly #abort = new AbortController();
  #isTaken = false;
  #isOver = false;
  #subscription: Subscription | undefined;
  #chunks: WireOutput[] = [];
  #sent = 0;
  #read = 0;
  #wake: (() => void) | undefined;
  #isRunning = false;
  #cancelFlush: (() => void) | undefined;

  constructor(parts: ServedCallParts) {
    this.#parts = parts;
    const at = parts.reply.lastIndexOf('.');
    this.inbox = parts.reply.slice(0, at);
    this.token = parts.reply.slice(at + 1);
  }

  get reply(): string {
    return this.#parts.reply;
  }

  get headers(): CallHeaders {
    return this.#parts.headers;
  }

  /** Whether the worker has begun to run the call. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Whether the caller knows that the worker has the call, so that it sends heartbeats. */
  get isWatched(): boolean {
    return this.#isTaken;
  }

  /** States that the worker has the call. */
  acknowledge(kind: 'queued' | 'taken' | 'send'): void {
    if (this.#isOver || (this.#isTaken && kind !== 'taken')) return;
    this.#isTaken = true;
    const { workerId, settings } = this.#parts;
    this.#parts.send({ kind, worker: workerId, beatMs: settings.heartbeatMs });
  }

  /** Acknowledges a call that runs, unless that has happened. */
  acknowledgeRun(): void {
    if (!this.#isTaken) this.acknowledge('taken');
  }

  /** Runs the call. Resolves when it has ended and its last message has been sent. Never rejects. */
  async run(data: Uint8Array): Promise<void> {
    this.#isRunning = true;
    try {
      const { toolkit, toolName, headers, settings } = this.#parts;
      const input = readArguments(data, toolName);
      const spec = toolkit.get(toolName);
      // A call that may run again is acknowledged only if it takes long. Any other one is acknowledged before it runs,
      // so that a caller without an acknowledgement knows that it has not run.
      const isRepeatable = spec?.idempotent === true || (spec?.effect === 'write' && this.#parts.effects !== undefined);
      if (this.#isTaken || !isRepeatable) {
        this.acknowledge('taken');
        await nextTurn();
      }
      if (this.#isOver) return;
      const auth = settings.auth(headers.identity);
      const { effects } = this.#parts;
      if (spec?.effect !== 'write' || effects === undefined) {
        this.#end(await this.#runTool(input, auth));
        return;
      }
      const { signal } = this.#abort;
      const call = { spec, input, auth, identity: headers.identity, callId: headers.callId, signal };
      this.#end(await effects.run(call, (effectKey) => this.#runTool(input, auth, effectKey)));
    } catch (error) {
      this.#end({ error: toWireError(toError(error, this.#parts.toolName)) });
    }
  }

  /** Aborts the call. The caller no longer waits for it. */
  cancel(reason: 'timeout' | 'interrupted'): void {
    const { toolName } = this.#parts;
    const message = `The caller of '${toolName}' no longer waits for it.`;
    this.#stop(
      reason === 'timeout' ? new TimeoutError(message, { toolName }) : new InterruptedError(message, { toolName }),
    );
    this.#isOver = true;
  }

  /** Aborts the call, and sends the error to the caller. */
  interrupt(error: ToolError): void {
    this.#end({ error: toWireError(error) });
    this.#stop(error);
  }

  /** Records how many chunks the caller has read. */
  markRead(count: number): void {
    this.#read = Math.max(this.#read, count);
    if (this.#sent - this.#read < unreadChunks) this.#wake?.();
  }

  #stop(error: ToolError): void {
    this.#cancelFlush?.();
    this.#wake?.();
    this.#abort.abort(error);
  }

  #runTool(input: unknown, auth: unknown, effectKey?: string): Promise<CallEnd> {
    const { toolkit, toolName, headers, settings } = this.#parts;
    const { callId, limitMs, logs, trace, labels } = headers;
    const meta = labels === undefined ? { ...trace } : { ...trace, [flowMetaKey]: labels };
    const { signal } = this.#abort;
    return new Promise((resolve, reject) => {
      const options = {
        auth,
        signal,
        effectKey,
        deadlineMs: limitMs,
        approver: settings.approver,
        meta: Object.keys(meta).length === 0 ? undefined : meta,
        ready: () => this.#whenRead(),
        onProgress: ({
          value,
          total,
          message,
        }: {
          value: number;
          total: number | undefined;
          message: string | undefined;
        }) =>
          this.#sendNow({
            kind: 'progress',
            value,
            ...(total === undefined ? {} : { total }),
            ...(message === undefined ? {} : { message }),
          }),
        ...(logs
          ? {
              onLog: ({ level, message, data }: { level: string; message: string; data: unknown }) =>
                this.#sendNow({ kind: 'log', level, message, ...(data === undefined ? {} : { data }) }),
            }
          : {}),
      };
      this.#subscription = toolkit.callTool({ id: callId, name: toolName, input }, options).subscribe((response) => {
        try {
          if (response.isLast) resolve(endOf(response, toolName));
          else this.#addChunk(response);
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #addChunk(response: ToolResponse): void {
    if (this.#isOver) return;
    this.#chunks.push(toWireOutput(response) ?? '');
    if (this.#chunks.length >= chunksPerMessage) this.#flush();
    else this.#cancelFlush ??= scheduleNextTurn(() => this.#flush());
  }

  #flush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    if (this.#chunks.length === 0 || this.#isOver) return;
    this.acknowledgeRun();
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#parts.send({ kind: 'chunks', from: this.#sent, chunks });
    this.#sent += chunks.length;
  }

  #sendNow(reply: Reply): void {
    if (this.#isOver) return;
    this.#flush();
    this.acknowledgeRun();
    this.#parts.send(reply);
  }

  /** Resolves when the caller has read enough of the chunks that were sent. Undefined if it has. */
  #whenRead(): Promise<void> | undefined {
    if (this.#sent + this.#chunks.length - this.#read < unreadChunks) return undefined;
    this.#flush();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #end({ output, error }: CallEnd): void {
    if (this.#isOver) return;
    this.#flush();
    this.#isOver = true;
    this.#subscription?.unsubscribe();
    this.#parts.send({
      kind: 'end',
      ...(output === undefined ? {} : { output }),
      ...(error === undefined ? {} : { error }),
    });
  }
}

function endOf(response: ToolResponse, toolName: string): CallEnd {
  const { error, state } = response;
  if (error !== undefined) return { error: toWireError(error) };
  if (state === 'success') {
    const output = toWireOutput(response);
    return output === undefined ? {} : { output };
  }
  const message = `'${toolName}' waits for its client, which tools of a worker cannot do.`;
  return { error: toWireError(new ToolExecutionError(message, { toolName })) };
}

const decoder = new TextDecoder();

function readArguments(data: Uint8Array, toolName: string): unknown {
  try {
    return JSON.parse(decoder.decode(data));
  } catch (cause) {
    throw new ValidationError(`The arguments of '${toolName}' are not JSON text.`, { toolName, cause });
  }
}

function toError(thrown: unknown, toolName: string): ToolErrorInfo {
  const { message, code } = thrown as Partial<ToolErrorInfo>;
  if (typeof code === 'string' && typeof message === 'string') return thrown as ToolErrorInfo;
  return errorFromInfo({ code: 'execution', message: `'${toolName}' failed: ${message}`, retryable: false });
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    scheduleNextTurn(resolve);
  });
}
