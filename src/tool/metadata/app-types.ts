/**
 * The types that an application declares once, for all its tools: `auth` for the identity of callers, and `state` for what
 * bindings and `ctx.state` read. Without them, the identity is unknown, and any path is allowed.
 *
 * @example
 * ```ts
 * declare module 'toolwright' {
 *   interface AppTypes {
 *     auth: { readonly userId: string };
 *     state: { session: { tenant: string } };
 *   }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: applications add its members.
export interface AppTypes {}

/** The identity of a caller, as the application has declared it. */
export type AppAuth = AppTypes extends { readonly auth: infer Auth } ? Auth : unknown;
