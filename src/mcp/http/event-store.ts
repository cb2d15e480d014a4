/** A JSON-RPC message, as it was sent. */
export type McpMessage = object;

/**
 * Keeps what was sent on a stream, so that a client whose connection broke can have the rest of it again
 * (specification, basic/transports, resumability). One store may serve many sessions: they are kept apart.
 */
export interface McpEventStore {
  /** Keeps a message, and names it. Names are unique among all streams. */
  storeEvent(streamId: string, message: McpMessage): Promise<string>;
  /** The stream of an event; undefined for one that is not kept (any more). */
  getStreamIdForEventId(eventId: string): Promise<string | undefined>;
  /** Sends what came after an event on its stream, in order, and gives the stream. */
  replayEventsAfter(
    lastEventId: string,
    options: { readonly send: (eventId: string, message: McpMessage) => Promise<void> },
  ): Promise<string>;
}

interface KeptEvent {
  readonly streamId: string;
  readonly message: McpMessage;
}

/** Keeps events in memory: as many as it is told, the oldest go first. */
export class MemoryEventStore implements McpEventStore {
  readonly #events = new Map<string, KeptEvent>();
  readonly #maxEvents: number;
  #count = 0;

  constructor({ maxEvents = 10_000 }: { readonly maxEvents?: number | undefined } = {}) {
    this.#maxEvents = maxEvents;
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
      // A stream begins with an event without a message, which says no more than its name.
      const isEmpty = Object.keys(event.message).length === 0;
      if (isAfter && event.streamId === streamId && !isEmpty) await send(eventId, event.message);
      isAfter ||= eventId === lastEventId;
    }
    return streamId;
  }
}

/** The part of a store that belongs to one session: no other session's streams are there. */
export function eventsOfSession(store: McpEventStore, sessionId: string): McpEventStore {
  const prefix = `${sessionId}:`;
  const own = (streamId: string | undefined): string | undefined => {
    return streamId?.startsWith(prefix) === true ? streamId.slice(prefix.length) : undefined;
  };
  return {
    storeEvent: (streamId, message) => store.storeEvent(prefix + streamId, message),
    getStreamIdForEventId: async (eventId) => own(await store.getStreamIdForEventId(eventId)),
    replayEventsAfter: async (lastEventId, options) => own(await store.replayEventsAfter(lastEventId, options)) ?? '',
  };
}
