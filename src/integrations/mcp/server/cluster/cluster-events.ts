import { type Observable, Subject, type Subscription } from '../../../../base/async/rxjs.js';
import { isRecord } from '../../../../schema/json-schema/schema-walk.js';
import type { EventBus, Unsubscribe } from '../../../../stores/index.js';
import { isRequestId, type RequestId, type RunningCalls } from '../../http/running-calls.js';

/** The parts of a node whose events other nodes receive. */
export interface ClusterEventsParts {
  readonly events: EventBus;
  /** Fires when the tools of this node have changed. */
  readonly changes$: Observable<void>;
  /** The requests that this node is answering. */
  readonly calls: RunningCalls;
  readonly onError: (error: unknown) => void;
}

/** Announces to the other nodes of a server that tools have changed and that clients cancel requests, and follows theirs. */
export class ClusterEvents {
  readonly #id = crypto.randomUUID();
  readonly #parts: ClusterEventsParts;
  readonly #announced = new Subject<void>();
  #subscribed: Promise<readonly Unsubscribe[]> | undefined;
  #changes: Subscription | undefined;

  constructor(parts: ClusterEventsParts) {
    this.#parts = parts;
  }

  /** Fires when the tools of another node have changed. */
  get announced$(): Observable<void> {
    return this.#announced;
  }

  /** Begins to follow the other nodes. Each further call waits for the same beginning. */
  async start(): Promise<void> {
    const { events, changes$, calls } = this.#parts;
    if (this.#subscribed === undefined) {
      this.#changes = changes$.subscribe(() => this.#publish(listTopic, {}));
      calls.onUnknown = (id, owner, reason) => this.#publish(cancelTopic, { id, owner, reason });
    }
    this.#subscribed ??= Promise.all([
      events.subscribe(listTopic, (event) => {
        if (this.#isForeign(event)) this.#announced.next();
      }),
      events.subscribe(cancelTopic, (event) => {
        if (this.#isForeign(event)) this.#cancel(event);
      }),
    ]);
    await this.#subscribed;
  }

  async close(): Promise<void> {
    this.#changes?.unsubscribe();
    const subscribed = (await this.#subscribed?.catch(() => undefined)) ?? [];
    await Promise.all(subscribed.map((unsubscribe) => unsubscribe()));
  }

  #isForeign(event: unknown): event is Readonly<Record<string, unknown>> {
    return isRecord(event) && event.from !== this.#id;
  }

  #cancel({ id, owner, reason }: Readonly<Record<string, unknown>>): void {
    if (!isRequestId(id) || typeof owner !== 'string') return;
    this.#parts.calls.cancelOf(owner, id, typeof reason === 'string' ? reason : undefined);
  }

  #publish(topic: string, event: CancelEvent | Record<string, never>): void {
    this.#parts.events.publish(topic, { ...event, from: this.#id }).catch(this.#parts.onError);
  }
}

interface CancelEvent {
  readonly id: RequestId;
  readonly owner: string;
  readonly reason: string | undefined;
}

const listTopic = 'mcp.tools.changed';
const cancelTopic = 'mcp.cancelled';
