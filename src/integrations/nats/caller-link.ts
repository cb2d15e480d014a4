import type { Msg } from '@nats-io/transport-node';
import { NetworkError } from '../../index.js';
import { type CallHeaders, encodeHeaders } from './call-headers.js';
import type { GuardedConnection } from './guarded-connection.js';
import { type Control, encodeMessage, type Reply, readBeat, readReply } from './messages.js';
import { largestPart, PartJoiner, publishInParts } from './parts.js';
import type { CallerSettings } from './source-options.js';
import { WorkerDirectory, type WorkerDirectoryParts } from './worker-directory.js';
import type { ServedTool } from './worker-table.js';

/** One delivery of a call, which receives the messages of the worker. */
export interface Delivery {
  onReply(reply: Reply): void;
  /** Called with the error that processing a message of the worker has caused. */
  onFailure(error: unknown): void;
  /** Called when the caller no longer follows the workers. */
  onClose(): void;
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

const ticksPerBeat = 3;

/** The connection of a caller to all workers: it routes the replies to their calls, and exchanges heartbeats. */
export class CallerLink {
  readonly workers: WorkerDirectory;
  readonly #parts: WorkerDirectoryParts;
  readonly #inbox: string;
  readonly #joiner: PartJoiner;
  readonly #deliveries = new Map<string, Delivery>();
  readonly #closing: (() => void)[] = [];
  #count = 0;
  #ticks = 0;
  #timer: NodeJS.Timeout | undefined;
  #tickedAt = 0;
  #isClosed = false;

  constructor(parts: WorkerDirectoryParts) {
    this.#parts = parts;
    this.workers = new WorkerDirectory(parts);
    this.#inbox = parts.connection.createInbox();
    this.#joiner = new PartJoiner(parts.settings.maxMessageBytes);
  }

  get settings(): CallerSettings {
    return this.#parts.settings;
  }

  get connection(): GuardedConnection {
    return this.#parts.connection;
  }

  /** Starts to follow the workers. Resolves when those that run now are known. */
  async open(): Promise<void> {
    const { connection } = this.#parts;
    const subscription = connection.subscribe(`${this.#inbox}.*`, (message) => this.#onMessage(message));
    this.#closing.push(
      () => subscription.unsubscribe(),
      connection.onReconnect(() => this.#onReconnect()),
    );
    await this.workers.open();
  }

  /**
   * Publishes a request, and returns the token of its replies.
   *
   * @throws Error if it cannot be published, such as on a closed connection.
   */
  request(
    tool: ServedTool,
    {
      headers,
      data,
      delivery,
    }: { readonly headers: CallHeaders; readonly data: Uint8Array; readonly delivery: Delivery },
  ): string {
    if (this.#isClosed) throw new NetworkError('The source was closed');
    const { connection, subjects } = this.#parts;
    const token = String(this.#count++);
    const parts = Math.ceil(data.length / largestPart(connection));
    const options = {
      reply: this.#replySubject(token),
      headers: encodeHeaders(parts > 1 ? { ...headers, parts } : headers),
    };
    connection.publish(subjects.call(tool), parts > 1 ? new Uint8Array() : data, options);
    this.#deliveries.set(token, delivery);
    this.#startTicking();
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

  /** Stops following the workers. */
  close(): void {
    this.#isClosed = true;
    for (const delivery of [...this.#deliveries.values()]) delivery.onClose();
    for (const close of this.#closing.splice(0)) close();
    this.workers.close();
  }

  #replySubject(token: string): string {
    return `${this.#inbox}.${token}`;
  }

  #control(worker: string | undefined, control: Control): void {
    const { connection, subjects } = this.#parts;
    connection.send(worker === undefined ? subjects.workers : subjects.worker(worker), encodeMessage(control));
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
    try {
      this.#deliver(delivery, message);
    } catch (error) {
      delivery.onFailure(error);
    }
  }

  #deliver(delivery: Delivery, message: Msg): void {
    // The server itself reports that no one reads the subject, with a status and without data.
    if (message.data.length === 0 && message.headers?.code === 503) {
      delivery.onNoWorker();
      return;
    }
    const data = this.#joiner.add(message);
    if (data === 'too large') delivery.onTooLarge();
    else if (data === undefined) delivery.onBeat();
    else {
      const reply = readReply(data);
      if (reply !== undefined) delivery.onReply(reply);
    }
  }

  /** Cancels a call that a worker has taken although it was delivered to another one. */
  #onUnknown(token: string, { data }: Msg): void {
    const reply = readReply(data);
    if (reply?.kind === 'taken' || reply?.kind === 'queued' || reply?.kind === 'send') {
      this.cancel(token, reply.worker, 'interrupted');
    }
  }

  #onBeat(data: Uint8Array): void {
    const beat = readBeat(data);
    for (const token of beat?.calls ?? []) {
      const delivery = this.#deliveries.get(token);
      if (delivery?.worker === beat?.worker) delivery?.onBeat();
    }
  }

  #startTicking(): void {
    if (this.#timer !== undefined) return;
    this.#tickedAt = performance.now();
    const { connection, settings } = this.#parts;
    this.#timer = connection.guard.every(settings.heartbeatMs / ticksPerBeat, () => this.#tick());
  }

  #tick(): void {
    const now = performance.now();
    const { connection, settings } = this.#parts;
    const { heartbeatMs } = settings;
    const wasBusy = now - this.#tickedAt > heartbeatMs;
    this.#tickedAt = now;
    // This process itself could not read the heartbeats.
    if (wasBusy) for (const delivery of this.#deliveries.values()) delivery.onBeat();
    else for (const delivery of [...this.#deliveries.values()]) delivery.onTick(now);
    if (this.#ticks++ % ticksPerBeat !== 0 || !connection.isOnline) return;
    const workers = new Set([...this.#deliveries.values()].map(({ worker }) => worker));
    for (const worker of workers) {
      if (worker !== undefined) this.#control(worker, { kind: 'beat', inbox: this.#inbox, beatMs: heartbeatMs });
    }
  }

  #onReconnect(): void {
    for (const delivery of this.#deliveries.values()) delivery.onBeat();
    this.workers.onReconnect();
  }
}
