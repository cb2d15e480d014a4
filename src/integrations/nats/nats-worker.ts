import type { Msg, Subscription } from '@nats-io/transport-node';
import { InterruptedError, type NetworkError, ToolExecutionError, type Toolkit } from '../../index.js';
import { toWireError } from '../shared/wire-error.js';
import { type CallHeaders, decodeHeaders } from './call-headers.js';
import { CallerWatch } from './caller-watch.js';
import { EffectGuard } from './effect-guard.js';
import type { GuardedConnection } from './guarded-connection.js';
import { decodeMessage, encodeMessage, type Health, headerNames, type Reply, readControl } from './messages.js';
import { largestPart, PartJoiner, publishInParts } from './parts.js';
import type { WorkerSettings } from './serve-options.js';
import { ServedCall } from './served-call.js';
import { ServedTools } from './served-tools.js';
import type { Subjects } from './subjects.js';

/** The parts of a worker. */
export interface NatsWorkerParts {
  readonly toolkit: Toolkit;
  readonly connection: GuardedConnection;
  readonly subjects: Subjects;
  readonly settings: WorkerSettings;
}

/** How a worker ends. */
export interface StopOptions {
  /** The time in which calls may end, in milliseconds. The others are aborted then. @default no limit */
  readonly graceMs?: number | undefined;
}

// The heartbeats for calls are sent and checked so many times as often as a caller may miss them.
const ticksPerBeat = 3;
// Health is reported once in so many heartbeats.
const beatsPerHealth = 4;
// How long another worker may take to state whether it runs a call, in milliseconds.
const askTimeoutMs = 1_000;

/** A worker: it announces the tools of a toolkit and runs the calls that its queue group shares. */
export class NatsWorker {
  readonly id = crypto.randomUUID();
  readonly #parts: NatsWorkerParts;
  readonly #startedAt = Date.now();
  readonly #effects: EffectGuard | undefined;
  readonly #joiner: PartJoiner;
  readonly #callers: CallerWatch;
  readonly #tools: ServedTools;
  readonly #calls = new Map<string, ServedCall>();
  readonly #waiting: { readonly call: ServedCall; readonly data: Uint8Array }[] = [];
  readonly #controls: Subscription[] = [];
  readonly #closing: (() => void)[] = [];
  #running = 0;
  #ticks = 0;
  #timer: NodeJS.Timeout | undefined;
  #state: Health['state'] = 'serving';
  #whenIdle: (() => void) | undefined;

  constructor(parts: NatsWorkerParts) {
    this.#parts = parts;
    const { effects, heartbeatMs, maxRequestBytes, queue } = parts.settings;
    const runs = (worker: string, effectKey: string): Promise<boolean> => this.#asks(worker, effectKey);
    this.#effects = effects === undefined ? undefined : new EffectGuard({ log: effects, workerId: this.id, runs });
    this.#tools = new ServedTools({
      ...parts,
      queue,
      logged: effects !== undefined,
      onRequest: (toolName, message) => this.#onRequest(toolName, message),
    });
    this.#joiner = new PartJoiner(maxRequestBytes);
    this.#callers = new CallerWatch(heartbeatMs);
  }

  /** The number of calls that run. */
  get running(): number {
    return this.#running;
  }

  /** Subscribes to the calls of all tools. Resolves when the server has confirmed it. */
  async start(): Promise<void> {
    const { toolkit, connection, subjects, settings } = this.#parts;
    const { guard } = connection;
    for (const subject of [subjects.worker(this.id), subjects.workers]) {
      this.#controls.push(connection.subscribe(subject, (message) => this.#onControl(message)));
    }
    const announce = (): void =>
      guard.run(
        () => 'announcing the tools',
        () => this.#announce(),
      );
    const subscription = toolkit.changes$.subscribe(announce);
    this.#closing.push(
      () => subscription.unsubscribe(),
      connection.onReconnect(() => this.#onReconnect()),
    );
    this.#announce();
    this.#timer = guard.every(settings.heartbeatMs / ticksPerBeat, () => this.#tick());
    await connection.flush();
  }

  /** Takes no more calls. Resolves when those that were taken have ended and their last messages have been sent. */
  async stop({ graceMs }: StopOptions = {}): Promise<void> {
    const { connection } = this.#parts;
    this.#stopFollowing();
    this.#reportHealth();
    // Draining a subscription delivers what has arrived. Draining the connection would drop the replies of calls that run.
    await this.#tools.drain();
    const timer =
      graceMs === undefined ? undefined : connection.guard.after(graceMs, () => this.#interruptAll('was stopped'));
    if (this.#calls.size > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    }
    clearTimeout(timer);
    this.#unsubscribe();
    await connection.flush();
  }

  /** Ends at once, because the connection is dead. The calls that run are aborted. */
  abandon(error: NetworkError): void {
    this.#stopFollowing();
    this.#interruptAll(`has lost its connection (${error.message})`);
    this.#unsubscribe();
  }

  #stopFollowing(): void {
    for (const close of this.#closing.splice(0)) close();
    this.#state = 'stopping';
  }

  #unsubscribe(): void {
    clearInterval(this.#timer);
    for (const subscription of this.#controls) subscription.unsubscribe();
    this.#tools.unsubscribe();
  }

  /** Gives the callers time again after an outage of the server. */
  #onReconnect(): void {
    this.#callers.reset();
    this.#reportHealth();
  }

  #announce(): void {
    if (this.#state !== 'serving') return;
    this.#tools.update();
    this.#reportHealth();
  }

  #onRequest(toolName: string, message: Msg): void {
    const { reply } = message;
    const headers = decodeHeaders(message.headers);
    if (reply === undefined || reply === '' || headers === undefined || this.#calls.has(reply)) return;
    const { concurrency, maxWaiting } = this.#parts.settings;
    if (this.#calls.size >= concurrency + maxWaiting) {
      this.#send(reply, { kind: 'busy' });
      return;
    }
    const call = this.#createCall(toolName, headers, reply);
    this.#calls.set(reply, call);
    this.#callers.add(call);
    if (headers.parts === undefined) this.#start(call, message.data);
    else call.acknowledge('send');
  }

  #createCall(toolName: string, headers: CallHeaders, reply: string): ServedCall {
    const { toolkit, settings } = this.#parts;
    return new ServedCall({
      toolkit,
      toolName,
      headers,
      reply,
      workerId: this.id,
      settings,
      effects: this.#effects,
      send: (message) => this.#send(reply, message),
    });
  }

  #start(call: ServedCall, data: Uint8Array): void {
    if (this.#running < this.#parts.settings.concurrency) {
      this.#parts.connection.guard.follow('a call', this.#run(call, data));
      return;
    }
    this.#waiting.push({ call, data });
    call.acknowledge('queued');
  }

  async #run(call: ServedCall, data: Uint8Array): Promise<void> {
    this.#running++;
    try {
      await call.run(data);
    } finally {
      this.#running--;
      this.#remove(call);
      const next = this.#waiting.shift();
      if (next !== undefined) this.#start(next.call, next.data);
    }
  }

  #remove(call: ServedCall): void {
    this.#calls.delete(call.reply);
    this.#callers.delete(call);
    if (this.#calls.size === 0) this.#whenIdle?.();
  }

  #cancel(call: ServedCall, reason: 'timeout' | 'interrupted'): void {
    call.cancel(reason);
    this.#callers.delete(call);
    // A call that runs is removed when it has ended, so that the worker does not stop before its effect is recorded.
    if (call.isRunning) return;
    const at = this.#waiting.findIndex((waiting) => waiting.call === call);
    if (at >= 0) this.#waiting.splice(at, 1);
    this.#remove(call);
  }

  #interruptAll(why: string): void {
    for (const call of this.#calls.values()) {
      const message = `The worker that ran the call ${why} before it ended.`;
      call.interrupt(new InterruptedError(message, { details: { outcome: 'unknown', worker: this.id } }));
      this.#remove(call);
    }
  }

  #onControl(message: Msg): void {
    if (message.headers?.has(headerNames.part) === true || this.#awaitsParts(message)) {
      this.#onPart(message);
      return;
    }
    const control = readControl(message.data);
    const { connection } = this.#parts;
    const { reply } = message;
    switch (control?.kind) {
      case 'beat':
        this.#callers.see(control.inbox, control.beatMs);
        return;
      case 'cancel': {
        const call = this.#calls.get(control.call);
        if (call !== undefined) this.#cancel(call, control.reason);
        return;
      }
      case 'read':
        this.#calls.get(control.call)?.markRead(control.count);
        return;
      default:
    }
    // The client has an empty text for a message without a reply.
    if (reply === undefined || reply === '') return;
    switch (control?.kind) {
      case 'hello':
        connection.publish(reply, encodeMessage(this.#health()));
        return;
      case 'tools':
        publishInParts(connection, encodeMessage({ tools: this.#tools.announced }), { subject: reply });
        return;
      case 'runs': {
        const runs = this.#effects?.isRunning(control.effectKey) ?? false;
        connection.publish(reply, encodeMessage({ runs }));
        return;
      }
      default:
    }
  }

  #awaitsParts({ reply }: Msg): boolean {
    return reply !== undefined && this.#calls.get(reply)?.headers.parts !== undefined;
  }

  #onPart(message: Msg): void {
    const call = message.reply === undefined ? undefined : this.#calls.get(message.reply);
    const data = call && this.#joiner.add(message);
    if (call === undefined || data === undefined) return;
    if (data !== 'too large') {
      this.#start(call, data);
      return;
    }
    const { maxRequestBytes } = this.#parts.settings;
    const text = `The arguments are larger than ${maxRequestBytes} bytes (maxRequestBytes).`;
    call.interrupt(new ToolExecutionError(text, { details: { limit: 'maxRequestBytes', value: maxRequestBytes } }));
    this.#remove(call);
  }

  #send(reply: string, message: Reply): void {
    const { connection } = this.#parts;
    if (connection.isClosed) return;
    connection.guard.run(
      () => `publishing on ${reply}`,
      () => publishInParts(connection, this.#encode(message), { subject: reply }),
    );
  }

  #encode(message: Reply): Uint8Array {
    try {
      return encodeMessage(message);
    } catch (error) {
      // The text is longer than the longest string.
      const reason = error instanceof Error ? error.message : String(error);
      return encodeMessage({
        kind: 'end',
        error: toWireError({
          code: 'invalid_output',
          message: `The output cannot be sent: ${reason}`,
          retryable: false,
        }),
      });
    }
  }

  #tick(): void {
    const { connection } = this.#parts;
    if (connection.isClosed) return;
    this.#ticks++;
    const now = performance.now();
    const { heartbeatMs } = this.#parts.settings;
    for (const call of this.#calls.values()) {
      if (now - call.receivedAt > heartbeatMs / ticksPerBeat) call.acknowledgeRun();
    }
    for (const call of this.#callers.findAbandoned()) this.#cancel(call, 'interrupted');
    if (this.#ticks % ticksPerBeat !== 0) return;
    for (const [inbox, calls] of this.#callers.entries()) {
      const tokens = [...calls].filter(({ isWatched }) => isWatched).map(({ token }) => token);
      if (tokens.length > 0) this.#beat(inbox, tokens);
    }
    if (this.#ticks % (ticksPerBeat * beatsPerHealth) === 0) this.#reportHealth();
  }

  #beat(inbox: string, tokens: readonly string[]): void {
    const { connection } = this.#parts;
    const data = encodeMessage({ worker: this.id, calls: tokens });
    if (data.length <= largestPart(connection)) connection.send(`${inbox}.beat`, data);
    else {
      const half = tokens.length >> 1;
      this.#beat(inbox, tokens.slice(0, half));
      this.#beat(inbox, tokens.slice(half));
    }
  }

  #reportHealth(): void {
    const { connection, subjects } = this.#parts;
    connection.send(subjects.health, encodeMessage(this.#health()));
  }

  #health(): Health {
    const { queue, concurrency, heartbeatMs } = this.#parts.settings;
    return {
      worker: this.id,
      queue,
      digest: this.#tools.digest,
      state: this.#state,
      healthMs: heartbeatMs * beatsPerHealth,
      startedAt: this.#startedAt,
      running: this.#running,
      waiting: this.#waiting.length,
      concurrency,
    };
  }

  /** Asks another worker whether it runs the call of an effect. One that does not answer does not run it. */
  async #asks(worker: string, effectKey: string): Promise<boolean> {
    const { connection, subjects } = this.#parts;
    let timer: NodeJS.Timeout | undefined;
    let end = (): void => {};
    try {
      return await new Promise<boolean>((resolve) => {
        timer = connection.guard.after(askTimeoutMs, () => resolve(false));
        const question = encodeMessage({ kind: 'runs', effectKey });
        end = connection.ask(subjects.worker(worker), question, ({ data }) =>
          resolve(decodeMessage<{ readonly runs: unknown }>(data)?.runs === true),
        );
      });
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
      end();
    }
  }
}
