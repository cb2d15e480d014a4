import { createInbox, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { isRecord } from '../schema/json-schema/schema-walk.js';
import type { AnnouncedTool } from './announced-tool.js';
import { type CallHeaders, encodeHeaders } from './call-headers.js';
import { type Beat, type Control, decodeMessage, encodeMessage, type Health, type Reply } from './messages.js';
import { largestPart, PartJoiner, publishInParts } from './parts.js';
import type { CallerSettings } from './source-options.js';
import type { Subjects } from './subjects.js';
import { type ServedTool, WorkerTable } from './worker-table.js';

/** One delivery of a call, which receives the messages of the worker. */
export interface Delivery {
  onReply(reply: Reply): void;
  /** Called if no worker reads the subject of the call. */
  onNoWorker(): void;
  /** Called if a message of the worker is larger than the limit. */
  onTooLarge(): void;
  /** Called at each heartbeat of the worker that has the call. */
  onBeat(): void;
  /** Called several times per heartbeat. */
  onTick(now: number): void;
  /** The worker that has the call, once it is known. */
  readonly worker: string | undefined;
}

/** The parts of a link. */
export interface CallerLinkParts {
  readonly connection: NatsConnection;
  readonly subjects: Subjects;
  readonly settings: CallerSettings;
  /** Called when the tools that workers serve may have changed. */
  readonly onTools: () => void;
}

const ticksPerBeat = 3;
const listTimeoutMs = 5_000;

/** The connection of a caller to all workers: it routes the replies to their calls, and exchanges heartbeats. */
export class CallerLink {
  readonly table = new WorkerTable();
  readonly #parts: CallerLinkParts;
  readonly #inbox: string;
  readonly #joiner: PartJoiner;
  readonly #deliveries = new Map<string, Delivery>();
  readonly #subscriptions: Subscription[] = [];
  readonly #reading = new Map<string, Promise<void>>();
  #count = 0;
  #ticks = 0;
  #timer: NodeJS.Timeout | undefined;
  #sweeper: NodeJS.Timeout | undefined;
  #tickedAt = 0;
  #isOnline = true;
  #tools = '';
  readonly #waiters = new Set<() => void>();

  constructor(parts: CallerLinkParts) {
    this.#parts = parts;
    const { inboxPrefix } =
      (parts.connection as { readonly options?: { readonly inboxPrefix?: string } }).options ?? {};
    this.#inbox = createInbox(inboxPrefix);
    this.#joiner = new PartJoiner(parts.settings.maxMessageBytes);
  }

  get settings(): CallerSettings {
    return this.#parts.settings;
  }

  get connection(): NatsConnection {
    return this.#parts.connection;
  }

  /** Whether the server answers. */
  get isOnline(): boolean {
    return this.#isOnline && !this.#parts.connection.isClosed();
  }

  /** Starts to follow the workers. Resolves when those that run now are known. */
  async open(): Promise<void> {
    const { connection, subjects, settings } = this.#parts;
    const onMessage = (error: Error | null, message: Msg): void => {
      if (error === null) this.#onMessage(message);
    };
    const onHealth = (error: Error | null, message: Msg): void => {
      if (error === null) this.#onHealth(message.data);
    };
    this.#subscriptions.push(
      connection.subscribe(`${this.#inbox}.*`, { callback: onMessage }),
      connection.subscribe(subjects.health, { callback: onHealth }),
    );
    void this.#followStatus();
    this.#sweeper = setInterval(() => this.#sweep(), settings.heartbeatMs);
    this.#sweeper.unref();
    await this.#discover();
  }

  /** Returns the tools that are called, by the queue groups in the settings. */
  tools(): readonly ServedTool[] {
    const { queues } = this.#parts.settings;
    return this.table.tools((queue) => queues?.includes(queue) !== false);
  }

  /** Publishes a request, and returns the token of its replies. */
  request(
    tool: ServedTool,
    {
      headers,
      data,
      delivery,
    }: { readonly headers: CallHeaders; readonly data: Uint8Array; readonly delivery: Delivery },
  ): string {
    const { connection, subjects } = this.#parts;
    const token = String(this.#count++);
    this.#deliveries.set(token, delivery);
    this.#startTicking();
    const parts = Math.ceil(data.length / largestPart(connection));
    const options = {
      reply: this.#replySubject(token),
      headers: encodeHeaders(parts > 1 ? { ...headers, parts } : headers),
    };
    connection.publish(subjects.call(tool), parts > 1 ? new Uint8Array() : data, options);
    return token;
  }

  /** Sends the arguments of a call to the worker that waits for them. */
  sendParts(worker: string, token: string, data: Uint8Array): void {
    const { connection, subjects } = this.#parts;
    publishInParts(connection, data, { subject: subjects.worker(worker), reply: this.#replySubject(token) });
  }

  /** Ends a delivery. Its later messages are ignored. */
  end(token: string): void {
    this.#deliveries.delete(token);
    if (this.#deliveries.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Cancels a call. Without the worker that has it, all workers are asked. */
  cancel(token: string, worker: string | undefined, reason: 'timeout' | 'interrupted'): void {
    this.#control(worker, { kind: 'cancel', call: this.#replySubject(token), reason });
  }

  /** States how many chunks of a call have been read. */
  markRead(token: string, worker: string, count: number): void {
    this.#control(worker, { kind: 'read', call: this.#replySubject(token), count });
  }

  /** Calls `listener` once when a worker appears, or the server answers again. Returns a function that removes it. */
  onChange(listener: () => void): () => void {
    this.#waiters.add(listener);
    return () => void this.#waiters.delete(listener);
  }

  /** Stops following the workers. */
  close(): void {
    clearInterval(this.#timer);
    clearInterval(this.#sweeper);
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
  }

  #replySubject(token: string): string {
    return `${this.#inbox}.${token}`;
  }

  #control(worker: string | undefined, control: Control): void {
    const { connection, subjects } = this.#parts;
    if (connection.isClosed()) return;
    connection.publish(worker === undefined ? subjects.workers : subjects.worker(worker), encodeMessage(control));
  }

  #onMessage(message: Msg): void {
    const token = message.subject.slice(message.subject.lastIndexOf('.') + 1);
    if (token === 'beat') {
      this.#onBeat(message.data);
      return;
    }
    const delivery = this.#deliveries.get(token);
    if (delivery === undefined) {
      this.#onUnknown(token, message);
      return;
    }
    // The server itself reports that no one reads the subject, with a status and without data.
    if (message.data.length === 0 && message.headers?.code === 503) {
      delivery.onNoWorker();
      return;
    }
    const data = this.#joiner.add(message);
    if (data === 'too large') delivery.onTooLarge();
    else if (data === undefined) delivery.onBeat();
    else {
      const reply = decodeMessage<Reply>(data);
      if (reply !== undefined) delivery.onReply(reply);
    }
  }

  /** Cancels a call that a worker has taken although it was delivered to another one. */
  #onUnknown(token: string, { data }: Msg): void {
    const reply = decodeMessage<Reply>(data);
    if (reply?.kind === 'taken' || reply?.kind === 'queued' || reply?.kind === 'send') {
      this.cancel(token, String(reply.worker), 'interrupted');
    }
  }

  #onBeat(data: Uint8Array): void {
    const beat = decodeMessage<Beat>(data);
    if (!Array.isArray(beat?.calls)) return;
    for (const token of beat.calls) {
      const delivery = this.#deliveries.get(String(token));
      if (delivery?.worker === beat.worker) delivery?.onBeat();
    }
  }

  #onHealth(data: Uint8Array): void {
    const health = decodeMessage<Health>(data);
    if (typeof health?.worker !== 'string' || typeof health.queue !== 'string' || !(health.healthMs > 0)) return;
    if (this.table.see(health)) void this.#readTools(health);
    else this.#reportChange();
  }

  /** Reads the tools of a worker. The workers with the same list have the same digest. */
  #readTools({ worker, digest }: Health): Promise<void> {
    const reading = this.#reading.get(digest) ?? this.#requestTools(worker, digest);
    this.#reading.set(digest, reading);
    return reading;
  }

  async #requestTools(worker: string, digest: string): Promise<void> {
    try {
      const tools = await this.#ask(worker);
      if (tools !== undefined) this.table.setTools(digest, tools);
      this.#reportChange();
    } finally {
      this.#reading.delete(digest);
    }
  }

  /** Asks a worker for its tools. Resolves to undefined if it does not answer; its next report of health asks again. */
  #ask(worker: string): Promise<readonly AnnouncedTool[] | undefined> {
    const { connection, subjects } = this.#parts;
    const reply = createInbox();
    const joiner = new PartJoiner(this.#parts.settings.maxMessageBytes);
    return new Promise((resolve) => {
      const end = (tools: readonly AnnouncedTool[] | undefined): void => {
        clearTimeout(timer);
        subscription.unsubscribe();
        resolve(tools);
      };
      const timer = setTimeout(() => end(undefined), listTimeoutMs);
      timer.unref();
      const subscription = connection.subscribe(reply, {
        callback: (error, message) => {
          const data = error === null ? joiner.add(message) : 'too large';
          if (data === undefined) return;
          const list = data === 'too large' ? undefined : decodeMessage<{ readonly tools: unknown }>(data);
          end(Array.isArray(list?.tools) ? list.tools.filter(isTool) : undefined);
        },
      });
      connection.publish(subjects.worker(worker), encodeMessage({ kind: 'tools' }), { reply });
    });
  }

  /** Asks all workers for their health, and reads their tools. */
  async #discover(): Promise<void> {
    const { connection, subjects, settings } = this.#parts;
    const reply = createInbox();
    const found: Promise<void>[] = [];
    await new Promise<void>((resolve) => {
      const end = (): void => {
        subscription.unsubscribe();
        resolve();
      };
      // Until no further worker has answered for a time.
      let timer = setTimeout(end, settings.heartbeatMs);
      const subscription = connection.subscribe(reply, {
        callback: (error, message) => {
          const isEnd = error !== null || message.headers?.code === 503;
          clearTimeout(timer);
          timer = setTimeout(end, isEnd ? 0 : settings.heartbeatMs / 5);
          const health = isEnd ? undefined : decodeMessage<Health>(message.data);
          if (health !== undefined && this.table.see(health)) found.push(this.#readTools(health));
        },
      });
      connection.publish(subjects.workers, encodeMessage({ kind: 'hello' }), { reply });
    });
    await Promise.all(found);
  }

  #reportChange(): void {
    const tools = JSON.stringify(this.tools().map(({ queue, fingerprint, name }) => [queue, name, fingerprint]));
    for (const waiter of this.#waiters) waiter();
    this.#waiters.clear();
    if (tools === this.#tools) return;
    this.#tools = tools;
    this.#parts.onTools();
  }

  #sweep(): void {
    if (!this.#isOnline) return;
    this.table.sweep();
    this.#reportChange();
  }

  #startTicking(): void {
    if (this.#timer !== undefined) return;
    this.#tickedAt = performance.now();
    this.#timer = setInterval(() => this.#tick(), this.#parts.settings.heartbeatMs / ticksPerBeat);
  }

  #tick(): void {
    const now = performance.now();
    const { heartbeatMs } = this.#parts.settings;
    const wasBusy = now - this.#tickedAt > heartbeatMs;
    this.#tickedAt = now;
    // This process itself could not read the heartbeats.
    if (wasBusy) for (const delivery of this.#deliveries.values()) delivery.onBeat();
    else for (const delivery of [...this.#deliveries.values()]) delivery.onTick(now);
    if (this.#ticks++ % ticksPerBeat !== 0 || !this.#isOnline) return;
    const workers = new Set([...this.#deliveries.values()].map(({ worker }) => worker));
    for (const worker of workers) {
      if (worker !== undefined) this.#control(worker, { kind: 'beat', inbox: this.#inbox, beatMs: heartbeatMs });
    }
  }

  async #followStatus(): Promise<void> {
    for await (const { type } of this.#parts.connection.status()) {
      if (type === 'disconnect') this.#isOnline = false;
      if (type !== 'reconnect') continue;
      this.#isOnline = true;
      this.table.reset();
      for (const delivery of this.#deliveries.values()) delivery.onBeat();
      this.#reportChange();
    }
  }
}

function isTool(tool: unknown): tool is AnnouncedTool {
  return isRecord(tool) && typeof tool.name === 'string' && /^[\da-f]+$/.test(String(tool.fingerprint));
}
