import { createInbox, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { NetworkError } from '../../index.js';
import type { CallbackGuard } from './callback-guard.js';
import { serverName } from './server-name.js';
import { subscribeGuarded } from './subscribe-guarded.js';

/** The parts of a guarded connection. */
export interface GuardedConnectionParts {
  readonly connection: NatsConnection;
  /** Whether the connection was opened here. It is then opened again when it is dead, and closed at the end. */
  readonly isOwn: boolean;
  readonly guard: CallbackGuard;
}

type State = 'online' | 'offline' | 'deaf' | 'closed';

// The server is asked for an answer once in this time, in milliseconds.
const probeMs = 1_000;
// A connection is dead after so many probes without an answer and without any message.
const missedProbes = 5;

/**
 * A connection whose callbacks cannot end it. It notices when it is dead: when it was closed, and when the server or the
 * reader of this process no longer answers although it is open.
 */
export class GuardedConnection {
  readonly connection: NatsConnection;
  readonly guard: CallbackGuard;
  readonly #isOwn: boolean;
  readonly #reconnected = new Set<() => void>();
  readonly #died = new Set<(error: NetworkError) => void>();
  readonly #whenDead: Promise<void>;
  #resolveDead = (): void => {};
  readonly #status: ReturnType<NatsConnection['status']>;
  readonly #timer: NodeJS.Timeout;
  #state: State = 'online';
  #isEnded = false;
  #isAsked = false;
  #missed = 0;
  #messages = 0;

  constructor({ connection, isOwn, guard }: GuardedConnectionParts) {
    this.connection = connection;
    this.guard = guard;
    this.#isOwn = isOwn;
    this.#whenDead = new Promise((resolve) => {
      this.#resolveDead = resolve;
    });
    this.#status = connection.status();
    guard.follow('following the connection', this.#followStatus());
    this.#timer = guard.every(probeMs, () => this.#probe());
    this.#timer.unref();
  }

  /** Whether the server answers. */
  get isOnline(): boolean {
    return this.#state === 'online' && !this.isClosed;
  }

  /** Whether the connection was closed, so that it never opens again. */
  get isClosed(): boolean {
    return this.connection.isClosed();
  }

  /** The name of the server, without its user and password. */
  get server(): string {
    return serverName(this.connection);
  }

  get info(): NatsConnection['info'] {
    return this.connection.info;
  }

  /** Passes the messages on a subject to a listener. What it throws is reported, as are errors of the server. */
  subscribe(subject: string, onMessage: (message: Msg) => void, queue?: string): Subscription {
    return subscribeGuarded(this, subject, { onMessage, queue });
  }

  /** Publishes a message. Throws if the connection is closed or draining, or the message is too large. */
  publish(subject: string, data: Uint8Array, options?: Parameters<NatsConnection['publish']>[2]): void {
    this.connection.publish(subject, data, options);
  }

  /** Publishes a message that no caller waits for, unless the connection is closed. A failure is reported. */
  send(subject: string, data: Uint8Array): void {
    if (this.isClosed) return;
    this.guard.run(
      () => `publishing on ${subject}`,
      () => this.publish(subject, data),
    );
  }

  /** Publishes a question, and passes the answers to a listener until the returned function is called. */
  ask(subject: string, data: Uint8Array, onAnswer: (answer: Msg) => void): () => void {
    const reply = this.createInbox();
    const subscription = this.subscribe(reply, onAnswer);
    try {
      this.publish(subject, data, { reply });
    } catch (error) {
      subscription.unsubscribe();
      throw error;
    }
    return () => subscription.unsubscribe();
  }

  /** Creates a subject for replies, with the prefix of the connection. */
  createInbox(): string {
    const { options } = this.connection as { readonly options?: { readonly inboxPrefix?: string } };
    return createInbox(options?.inboxPrefix);
  }

  /** Calls a listener whenever the server answers again after an outage. Returns a function that removes it. */
  onReconnect(listener: () => void): () => void {
    this.#reconnected.add(listener);
    return () => void this.#reconnected.delete(listener);
  }

  /** Calls a listener once when the connection is dead and is not opened again. Returns a function that removes it. */
  onDead(listener: (error: NetworkError) => void): () => void {
    this.#died.add(listener);
    return () => void this.#died.delete(listener);
  }

  /** Resolves when the server has received what was published, or the connection is dead. Never rejects. */
  async flush(): Promise<void> {
    if (this.isClosed) return;
    await Promise.race([this.connection.flush(), this.#whenDead]).catch(() => undefined);
  }

  /** Ends a subscription after its pending messages. Never rejects. */
  async drain(subscription: Subscription): Promise<void> {
    await Promise.race([subscription.drain(), this.#whenDead]).catch(() => undefined);
  }

  /** Sends what is pending, and closes the connection if it was opened here. */
  async close(): Promise<void> {
    await this.flush();
    this.#end();
    if (this.#isOwn) await this.connection.close();
  }

  #end(): void {
    this.#isEnded = true;
    clearInterval(this.#timer);
    this.#reconnected.clear();
    this.#died.clear();
    (this.#status as { readonly stop?: () => void }).stop?.();
  }

  async #followStatus(): Promise<void> {
    for await (const { type } of this.#status) {
      if (type === 'disconnect') this.#state = 'offline';
      if (type === 'reconnect') this.#onOnline();
      if (type === 'close') await this.#onClosed();
    }
  }

  async #onClosed(): Promise<void> {
    const reason = await this.connection.closed();
    if (this.#isEnded) return;
    this.#state = 'closed';
    const why = reason instanceof Error ? `: ${reason.message}` : '';
    this.#onDeath(this.#createError(`The connection to NATS at ${this.server} was closed${why}.`, reason));
    this.#end();
  }

  #onOnline(): void {
    this.#state = 'online';
    this.#missed = 0;
    const what = (): string => 'a listener for the connection';
    for (const listener of [...this.#reconnected]) this.guard.run(what, listener);
  }

  /** Asks the server for an answer, and counts how long it is missing. Time in which the process is busy does not count. */
  #probe(): void {
    const { inMsgs } = this.connection.stats();
    const isRead = inMsgs !== this.#messages;
    this.#messages = inMsgs;
    if (this.#state === 'offline') {
      if (++this.#missed === missedProbes) this.guard.report(this.#createError(`NATS at ${this.server} is offline.`));
      return;
    }
    if (!this.#isAsked) this.#askForAnswer();
    else if (isRead) this.#missed = 0;
    else if (++this.#missed % missedProbes === 0) this.#onDeaf();
  }

  #askForAnswer(): void {
    this.#isAsked = true;
    const end = (): void => {
      this.#isAsked = false;
    };
    const answered = (): void => {
      end();
      if (this.#state === 'deaf') this.#onOnline();
      else if (this.#state === 'online') this.#missed = 0;
    };
    void this.connection.flush().then(answered, end);
  }

  /** Opens an own connection again. That of an application belongs to the application. */
  #onDeaf(): void {
    const isKnown = this.#state === 'deaf';
    this.#state = 'deaf';
    const what = `The connection to NATS at ${this.server} is open but answers nothing`;
    if (this.#isOwn) {
      this.guard.report(this.#createError(`${what}. It is opened again.`));
      this.guard.follow('opening the connection again', this.connection.reconnect());
    } else if (!isKnown) {
      const why = 'the server does not respond, or a callback of a subscription to this connection has thrown';
      this.#onDeath(this.#createError(`${what}: ${why}.`));
    }
  }

  #onDeath(error: NetworkError): void {
    this.guard.report(error);
    this.#resolveDead();
    const what = (): string => 'a listener for the connection';
    for (const listener of [...this.#died]) this.guard.run(what, () => listener(error));
    this.#died.clear();
  }

  #createError(message: string, cause?: unknown): NetworkError {
    return new NetworkError(`${this.guard.where}: ${message}`, { cause });
  }
}
