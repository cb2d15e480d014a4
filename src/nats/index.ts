/**
 * Tools on other machines, over NATS.
 *
 * @module
 */
export { NatsEventBus } from './event-bus.js';
export { type NatsStoreKind, type NatsStores, type NatsStoresOptions, openNatsStores } from './stores.js';
