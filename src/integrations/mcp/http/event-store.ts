import { checkOptionNames } from '../../../base/options/check-options.js';
import { positive } from '../../../base/options/option-rules.js';
/** A JSON-RPC message. */
export type McpMessage = object;

/**
 * A store for the messages that are sent on streams. A client whose connection broke can resume a stream from it
 * (specification, basic/transports, resumability). One store may serve many sessions. Their streams are isolated.
 */
export interface McpEventStore {
  /** Stores a message and resolves with its event ID. Event IDs are unique across all streams. */
  storeEvent(streamId: string, message: McpMessage): Promise<string>;
  /** Resolves with the ID of an event's stream; with undefined for an event that is not stored. */
  getStreamIdForEventId(eventId: string): Promise<string | undefined>;
  /** Sends the messages that follow an event on its stream, in order, and resolves with the ID of the stream. */
  replayEventsAfter(
    lastEventId: string,
    options: { readonly send: (eventId: string, message: McpMessage) => Promise<void> },
  ): Promise<string>;
}

interface StoredEvent {
  readonly streamId: string;
  readonly message: McpMessage;
}

/** An event store in memory. When it has `maxEvents` events (default 10000), it discards the oldest ones. */
export class MemoryEventStore implements McpEventStore {
  readonly #events = new Map<string, StoredEvent>();
  readonly #maxEvents: number;
  #count = 0;

  constructor(options: { readonly maxEvents?: number | undefined } = {}) {
    checkOptionNames(options, { maxEvents: positive }, 'new MemoryEventStore()');
    this.#maxEvents = options.maxEvents ?? 10_000;
  }

  async storeEvent(streamId: string, message: McpMessage): Promise<string> {
    const eventId = `${streamId}/${++this.#count}`;
    this.#events.set(eventId, { streamId, message });
    for (const oldest of this.#events.keys()) {
      if (this.#events.size <= this.#maxEvents) break;
      this.#events.delete(oldest);
    }
    return eventId;
  }

  async getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    return this.#events.get(eventId)?.streamId;
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { readonly send: (eventId: string, message: McpMessage) => Promise<void> },
  ): Promise<string> {
    const streamId = this.#events.get(lastEventId)?.streamId ?? '';
    let isAfter = false;
    for (const [eventId, event] of this.#events) {
      // A stream begins with an event without a message, which only announces its ID.
      const isEmpty = Object.keys(event.message).length === 0;
      if (isAfter && event.streamId === streamId && !isEmpty) await send(eventId, event.message);
      isAfter ||= eventId === lastEventId;
    }
    return streamId;
  }
}

/** Creates a view of a store that is restricted to the streams of one session. */
export function eventsOfSession(store: McpEventStore, sessionId: string): McpEventStore {
  const prefix = `${sessionId}:`;
  const stripPrefix = (streamId: string | undefined): string | undefined => {
    return streamId?.startsWith(prefix) === true ? streamId.slice(prefix.length) : undefined;
  };
  return {
    storeEvent: (streamId, message) => store.storeEvent(prefix + streamId, message),
    getStreamIdForEventId: async (eventId) => stripPrefix(await store.getStreamIdForEventId(eventId)),
    replayEventsAfter: async (lastEventId, options) =>
      stripPrefix(await store.replayEventsAfter(lastEventId, options)) ?? '',
  };
}
