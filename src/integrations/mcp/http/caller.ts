import { isRecord } from '../../../schema/json-schema/schema-walk.js';

/** What an application passes with a request to the MCP handler. */
export interface McpRequestOptions {
  /**
   * The description of the caller, which the application has authenticated. Tools read it as `ctx.auth`. The handler does
   * not check a token then.
   *
   * @default what `authorization.verify` returns
   */
  readonly auth?: unknown;
  /**
   * The caller's unique name. Its sessions, its waiting calls and its running calls belong to it.
   *
   * @default `auth.subject` or `auth.sub`, if it is a text
   */
  readonly subject?: string | undefined;
  /** The body, if the application has parsed it already, such as with `express.json()`. */
  readonly body?: unknown;
  /**
   * Whether the application has checked the `Host` and the `Origin` of the request. The handler accepts any then.
   *
   * @default false
   */
  readonly isAddressChecked?: boolean | undefined;
}

/** The caller of a request, as the application has authenticated it. */
export interface CallerIdentity {
  readonly auth: unknown;
  readonly subject: string | undefined;
}

/** Returns the caller in the options of a request; undefined if the application has not authenticated it. */
export function callerIn({ auth, subject }: McpRequestOptions): CallerIdentity | undefined {
  if (auth === undefined && subject === undefined) return undefined;
  const { subject: name, sub } = isRecord(auth) ? auth : {};
  return { auth, subject: subject ?? textOf(name) ?? textOf(sub) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
