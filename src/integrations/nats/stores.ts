import { once } from '../../base/async/once.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { mergeLimits } from '../../base/options/merge-limits.js';
import { callback, count, optionsOf, positive, secretObject } from '../../base/options/option-rules.js';
import {
  type EffectLog,
  type EventBus,
  RecordEffectLog,
  RecordRoundStore,
  RecordSessionStore,
  type RecordStore,
  RecordTaskStore,
  type RoundStore,
  type SessionStore,
  type StoreLimits,
  storeDefaults,
  type TaskStore,
} from '../../stores/index.js';
import { NatsEventBus } from './event-bus.js';
import { openConnection, type ServerOptions, servers } from './open-connection.js';
import { NatsRecordStore } from './record-store.js';
import { checkPrefix } from './store-keys.js';

/** The kinds of stores. */
export type NatsStoreKind = keyof typeof storeDefaults;

/** The options of `openNatsStores`. */
export interface NatsStoresOptions extends ServerOptions {
  /** The prefix of the names of buckets and subjects: letters, digits, `_` and `-`. @default 'toolwright' */
  readonly prefix?: string | undefined;
  /** The limits of each kind of store. @default the limits of `storeDefaults` */
  readonly limits?: { readonly [Kind in NatsStoreKind]?: Partial<StoreLimits> | undefined } | undefined;
  /**
   * How long an operation waits for a server that does not answer, in milliseconds. It then rejects with a NetworkError.
   *
   * @default 30000
   */
  readonly offlineMs?: number | undefined;
  /** The number of servers of a cluster that store each record: 1, 3 or 5. @default 1 */
  readonly replicas?: number | undefined;
}

type Limits = NonNullable<NatsStoresOptions['limits']>;

// A server takes whole numbers only, and would take another value for no limit.
const storeLimits = optionsOf<Partial<StoreLimits>>({ maxAgeMs: count, maxBytes: count, maxValueBytes: count });

const optionNames: OptionNames<NatsStoresOptions> = {
  connection: secretObject,
  servers,
  onError: callback,
  prefix: true,
  limits: optionsOf<Limits>({ sessions: storeLimits, rounds: storeLimits, tasks: storeLimits, effects: storeLimits }),
  offlineMs: positive,
  replicas: count,
};

/** The stores of one application on NATS. A bucket is created when its store is first used. */
export interface NatsStores {
  readonly events: EventBus;
  readonly sessions: SessionStore;
  readonly rounds: RoundStore;
  readonly tasks: TaskStore;
  readonly effects: EffectLog;
  /** The record store of a kind, which the other stores are built on. */
  records(kind: NatsStoreKind): RecordStore;
  /** Closes the connection, unless it was passed. */
  close(): Promise<void>;
}

/**
 * Opens the stores that several processes share, on a NATS server with JetStream. Requires `@nats-io/transport-node`,
 * `@nats-io/jetstream` and `@nats-io/kv`.
 *
 * @throws DefinitionError on an unknown or invalid option.
 * @throws NetworkError if no server can be reached.
 * @example
 * ```ts
 * const stores = await openNatsStores({ servers: 'nats://localhost:4222' });
 * const toolkit = new Toolkit({ approvalKey, claimApproval: claimWith(stores.effects) });
 * ```
 */
export async function openNatsStores(options: NatsStoresOptions = {}): Promise<NatsStores> {
  checkOptionNames(options, optionNames, 'openNatsStores');
  const { offlineMs = 30_000, replicas = 1 } = options;
  const prefix = checkPrefix(options.prefix ?? 'toolwright', 'openNatsStores');
  const limitsOf = (kind: NatsStoreKind): StoreLimits =>
    mergeLimits(storeDefaults[kind], options.limits?.[kind], `openNatsStores: limits.${kind}`);
  const limits = {
    sessions: limitsOf('sessions'),
    rounds: limitsOf('rounds'),
    tasks: limitsOf('tasks'),
    effects: limitsOf('effects'),
  };
  const connection = await openConnection(options, 'openNatsStores', 'nats-server --jetstream');
  const open = (kind: NatsStoreKind): RecordStore =>
    new NatsRecordStore({ connection, bucket: `${prefix}_${kind}`, limits: limits[kind], offlineMs, replicas });
  const stores = { sessions: open('sessions'), rounds: open('rounds'), tasks: open('tasks'), effects: open('effects') };
  return Object.freeze<NatsStores>({
    events: new NatsEventBus(connection.connection, prefix, options.onError),
    sessions: new RecordSessionStore(stores.sessions),
    rounds: new RecordRoundStore(stores.rounds),
    tasks: new RecordTaskStore(stores.tasks),
    effects: new RecordEffectLog(stores.effects, limits.effects),
    records: (kind) => stores[kind],
    close: once(() => connection.close()),
  });
}
