import { unrefTimer } from '../../../../base/async/schedule.js';
import { onAbort } from '../../../../call/on-abort.js';
import { isRecord } from '../../../../schema/json-schema/schema-walk.js';
import type { EventBus, Unsubscribe } from '../../../../stores/index.js';

// How often a node that works on a request says so, and how long it may be silent, in milliseconds.
const beatMs = 250;
const lostMs = 1_000;

/** A request that another node has sent to this one. */
export interface NodeRequest {
  readonly body: unknown;
  /** A signal that fires when the other node no longer waits for the answer. */
  readonly signal: AbortSignal;
  /** Sends the other node a note that precedes the answer. */
  readonly note: (note: unknown) => Promise<void>;
}

/** The options of a request to another node. */
export interface AskOptions {
  readonly signal: AbortSignal;
  readonly onNote: (note: unknown) => void;
}

/** The answer of another node, or that it is silent. */
export type NodeAnswer = { readonly kind: 'answer'; readonly answer: unknown } | { readonly kind: 'lost' };

interface OpenAsk {
  readonly onMessage: (message: NodeMessage) => void;
}

interface NodeMessage {
  readonly type: 'ask' | 'beat' | 'note' | 'end' | 'abort';
  readonly id: string;
  readonly from: string;
  readonly body?: unknown;
}

/** Sends requests from one node to another over an event bus, and notices if the other node is gone. */
export class NodeChannel {
  readonly id = crypto.randomUUID();
  readonly #events: EventBus;
  readonly #serve: (request: NodeRequest) => Promise<unknown>;
  readonly #asks = new Map<string, OpenAsk>();
  readonly #served = new Map<string, AbortController>();
  #unsubscribe: Unsubscribe = async () => {};

  private constructor(events: EventBus, serve: (request: NodeRequest) => Promise<unknown>) {
    this.#events = events;
    this.#serve = serve;
  }

  /** Opens the channel of a node. Resolves when other nodes can reach it. */
  static async open(events: EventBus, serve: (request: NodeRequest) => Promise<unknown>): Promise<NodeChannel> {
    const channel = new NodeChannel(events, serve);
    channel.#unsubscribe = await events.subscribe(topicOf(channel.id), (event) => channel.#receive(event));
    return channel;
  }

  /** Sends a request to a node. Rejects with the reason of the signal when it aborts. */
  ask(nodeId: string, body: unknown, { signal, onNote }: AskOptions): Promise<NodeAnswer> {
    const id = crypto.randomUUID();
    return new Promise<NodeAnswer>((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        this.#asks.delete(id);
        stopListening();
        end();
      };
      const watch = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => settle(() => resolve({ kind: 'lost' })), lostMs);
      };
      const stopListening = onAbort(signal, () => {
        void this.#send(nodeId, { type: 'abort', id });
        settle(() => reject(signal.reason));
      });
      this.#asks.set(id, {
        onMessage: ({ type, body: received }) => {
          watch();
          if (type === 'note') onNote(received);
          if (type === 'end') settle(() => resolve({ kind: 'answer', answer: received }));
        },
      });
      watch();
      this.#send(nodeId, { type: 'ask', id, body }).catch((error: unknown) => settle(() => reject(error)));
    });
  }

  /** Ends the channel. Requests of other nodes are aborted. */
  async close(): Promise<void> {
    await this.#unsubscribe();
    for (const abort of this.#served.values()) abort.abort();
  }

  #receive(event: unknown): void {
    const message = readMessage(event);
    if (message === undefined) return;
    if (message.type === 'ask') void this.#answer(message);
    else if (message.type === 'abort') this.#served.get(message.id)?.abort();
    // The answer to a request that no longer waits is ignored.
    else this.#asks.get(message.id)?.onMessage(message);
  }

  async #answer({ id, from, body }: NodeMessage): Promise<void> {
    const abort = new AbortController();
    this.#served.set(id, abort);
    const beat = (): void => void this.#send(from, { type: 'beat', id }).catch(() => undefined);
    beat();
    const timer = setInterval(beat, beatMs);
    unrefTimer(timer);
    try {
      const note = (sent: unknown): Promise<void> => this.#send(from, { type: 'note', id, body: sent });
      await this.#send(from, { type: 'end', id, body: await this.#serve({ body, signal: abort.signal, note }) });
    } catch {
      // Without an answer, the other node finds this one silent.
    } finally {
      clearInterval(timer);
      this.#served.delete(id);
    }
  }

  #send(nodeId: string, message: Omit<NodeMessage, 'from'>): Promise<void> {
    return this.#events.publish(topicOf(nodeId), { ...message, from: this.id });
  }
}

function topicOf(nodeId: string): string {
  return `mcp.node.${nodeId}`;
}

function readMessage(event: unknown): NodeMessage | undefined {
  if (!isRecord(event)) return undefined;
  const { type, id, from } = event;
  return [type, id, from].every((one) => typeof one === 'string') ? (event as unknown as NodeMessage) : undefined;
}
