/**
 * Tools on other machines, over NATS.
 *
 * @module
 */
export {};
