/** The limits of the requests of a tool. */
export interface RestLimits {
  /** The time limit for establishing a connection, in milliseconds. @default 10000 */
  readonly connectTimeoutMs: number;
  /** The longest time without a byte of the response, in milliseconds. @default 30000 */
  readonly idleTimeoutMs: number;
  /** The largest number of redirects that a request follows. @default 5 */
  readonly maxRedirects: number;
  /** The largest decoded response, in bytes. @default 10485760 */
  readonly maxBytes: number;
}

/** The limits of a tool that sets none. */
export const defaultLimits: RestLimits = Object.freeze({
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  maxRedirects: 5,
  maxBytes: 10 * 1024 * 1024,
});
