/**
 * Tools on other machines, over NATS.
 *
 * @module
 */
export { NatsEventBus } from './event-bus.js';
export type { Health } from './messages.js';
export { type NatsSource, natsSource } from './nats-source.js';
export type { StopOptions } from './nats-worker.js';
export type { ServerOptions } from './open-connection.js';
export { type NatsServing, serveNats } from './serve-nats.js';
export type { ServeNatsOptions } from './serve-options.js';
export type { NatsSourceOptions } from './source-options.js';
export { type NatsStoreKind, type NatsStores, type NatsStoresOptions, openNatsStores } from './stores.js';
