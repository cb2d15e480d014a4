import { formatEvent } from '../../../base/network/server-sent-events.js';
import type { McpEventStore } from './event-store.js';
import { type EventStream, toEvent } from './event-stream.js';

// The delay before a client resumes a stream, in milliseconds.
const retryMs = 1_000;

/**
 * A stream of messages to one client. If there is a store, messages are stored while the client is disconnected, and the
 * client can resume the stream.
 */
export class MessageStream {
  readonly id: string;
  readonly #store: McpEventStore | undefined;
  #events: EventStream | undefined;
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(id: string, store: McpEventStore | undefined) {
    this.id = id;
    this.#store = store;
  }

  /** Whether a response that receives the messages is open. */
  get isConnected(): boolean {
    return this.#events !== undefined;
  }

  /** Connects the response that receives the messages. */
  connect(events: EventStream): void {
    this.#events = events;
    events.onClose(() => {
      if (this.#events === events) this.#events = undefined;
    });
  }

  /** Sends an event without a message, with whose ID the client can resume the stream from its beginning. */
  prime(): Promise<void> {
    return this.#enqueue(async (store) => {
      const eventId = await store?.storeEvent(this.id, {});
      if (eventId !== undefined) this.#events?.write(formatEvent({ id: eventId, retry: retryMs, data: '' }));
    });
  }

  /** Sends a message. Resolves when the client can receive more. */
  async write(message: object): Promise<void> {
    if (this.#store === undefined) this.#events?.write(toEvent(message));
    else {
      await this.#enqueue(async (store) => {
        const eventId = await store?.storeEvent(this.id, message);
        this.#events?.write(toEvent(message, eventId));
      });
    }
    await this.whenWritable();
  }

  /** Resolves when the client can receive more, or has disconnected. */
  async whenWritable(): Promise<void> {
    await this.#events?.whenWritable();
  }

  /** Sends the messages after an event to a response, and connects it. */
  resume(events: EventStream, lastEventId: string): Promise<void> {
    return this.#enqueue(async (store) => {
      await store?.replayEventsAfter(lastEventId, {
        send: async (eventId, message) => events.write(toEvent(message, eventId)),
      });
      this.connect(events);
    });
  }

  /** Ends the response, after which the client can resume the stream. */
  disconnect(): void {
    this.#events?.end();
    this.#events = undefined;
  }

  /** Ends the response after the messages that have been sent. */
  async end(): Promise<void> {
    if (this.#store !== undefined) await this.#enqueue(async () => {});
    this.disconnect();
  }

  /** Runs a task after the previous ones, so that messages are stored and sent in order. */
  #enqueue(task: (store: McpEventStore | undefined) => Promise<void>): Promise<void> {
    const done = this.#lastWrite.then(() => task(this.#store));
    this.#lastWrite = done.catch(() => undefined);
    return done;
  }
}
