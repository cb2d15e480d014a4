import type { CallerIdentity } from './caller.js';

/** One HTTP request, independent of the runtime that received it. */
export interface EndpointRequest {
  readonly method: string;
  /** The host to which the client sends the request; an empty text if it names none. */
  readonly host: string;
  /** The URL. Only its path and its query are reliable, because the client sends the host. */
  readonly url: URL;
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The address of the peer; undefined if the runtime does not have it. */
  readonly address: string | undefined;
  /** An object that identifies the connection; undefined if the runtime does not have it. */
  readonly connection: object | undefined;
  /** The caller, if the application has authenticated it. */
  readonly caller: CallerIdentity | undefined;
  /** Whether the application has checked the host and the origin. */
  readonly isAddressChecked: boolean;
  /** The body, if the application has parsed it. */
  readonly parsedBody: unknown;
  /** A signal that fires when the client has disconnected before the end of the response. */
  readonly signal: AbortSignal;
  /** Aborts the signal, such as for a request that its client has cancelled by another one. */
  readonly cancel: () => void;
  /** Reads the body as text. Throws an HttpRefusal if it is longer than `maxBytes`. */
  readText(maxBytes: number): Promise<string>;
}

/** Returns the value of a header that occurs once. */
export function headerOf({ headers }: Pick<EndpointRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}
