import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { EventBus, Unsubscribe } from '../../stores/index.js';
import { encodeRecord } from '../../stores/store-errors.js';
import { CallbackGuard } from './callback-guard.js';
import { checkPrefix, encodeToken } from './store-keys.js';
import { subscribeGuarded } from './subscribe-guarded.js';

/** An event bus over NATS, for all processes that use the same server and prefix. */
export class NatsEventBus implements EventBus {
  readonly #connection: NatsConnection;
  readonly #prefix: string;
  readonly #guard: CallbackGuard;

  /**
   * @param prefix - The prefix of the subjects, which isolates the events of one application. @default 'toolwright'
   * @param onError - The listener for errors of listeners, and of messages that cannot be read. Default: a process warning.
   * @throws DefinitionError on a prefix with other characters than letters, digits, `_` or `-`.
   */
  constructor(connection: NatsConnection, prefix = 'toolwright', onError?: (error: unknown) => void) {
    this.#connection = connection;
    this.#prefix = checkPrefix(prefix, 'NatsEventBus');
    this.#guard = new CallbackGuard('NatsEventBus', onError);
  }

  async publish(topic: string, event: unknown): Promise<void> {
    const maxBytes = this.#connection.info?.max_payload ?? Number.POSITIVE_INFINITY;
    this.#connection.publish(this.#subjectOf(topic), encodeRecord(event ?? null, maxBytes));
  }

  async subscribe(topic: string, listener: (event: unknown) => void): Promise<Unsubscribe> {
    const onMessage = (message: Msg): void => {
      const event = parse(() => message.json());
      if (event !== undefined) listener(event.value);
    };
    const parts = { connection: this.#connection, guard: this.#guard };
    const subscription = subscribeGuarded(parts, this.#subjectOf(topic), { onMessage });
    // Once the server has answered, it knows the subscription.
    await this.#connection.flush();
    return async () => subscription.unsubscribe();
  }

  #subjectOf(topic: string): string {
    return `${this.#prefix}.events.${encodeToken(topic)}`;
  }
}

/** Returns the event of a message. Returns undefined for a message of another program, which is no JSON text. */
function parse(read: () => unknown): { readonly value: unknown } | undefined {
  try {
    return { value: read() };
  } catch {
    return undefined;
  }
}
