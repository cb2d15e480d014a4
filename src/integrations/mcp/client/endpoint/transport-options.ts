import type { OptionNames } from '../../../../base/options/check-options.js';
import {
  callback,
  either,
  flag,
  hiddenRule,
  oneOf,
  secretObject,
  secretStrings,
  string,
} from '../../../../base/options/option-rules.js';
import type { McpAuth } from '../auth/auth-option.js';
import type { HeadersOption } from '../http/outgoing-headers.js';
import type { ServerCommand } from '../stdio/server-process.js';

/** A server that is started as a child process and communicates over its standard input and output. */
export type StdioCommand = ServerCommand;

/** The names of the parts of a transport that starts a process. */
export const commandNames: OptionNames<StdioCommand> = {
  command: string,
  args: secretStrings,
  env: secretObject,
  cwd: string,
  onStderr: callback,
};

/** A server that is reached over HTTP. */
export interface HttpEndpoint {
  readonly url: string | URL;
  /**
   * The headers of every request, or a function that returns those of the requests of one call. Each set of headers that
   * the function returns is an identity, which has its own connection and session. For what the source itself sends, to
   * connect and to list the tools, the function is called without a call. Values do not appear in errors.
   */
  readonly headers?: HeadersOption | undefined;
  /**
   * A bearer token; an OAuth provider of the official SDK (`OAuthClientProvider`), by which a user logs in; or a scheme without
   * a login, such as `{ type: 'clientCredentials', clientId, clientSecret }`, or a function that returns the scheme of a call.
   */
  readonly auth?: McpAuth | undefined;
  /**
   * Whether tokens are bound to a key of the source (DPoP, RFC 9449), so that a stolen token is of no use. Requires an `auth` that
   * requests tokens, and the SDK 'v2'. @default false
   */
  readonly dpop?: boolean | undefined;
  /** The transport: 'http' is Streamable HTTP, 'sse' the transport of 2024-11-05 for old servers. @default 'http' */
  readonly type?: 'http' | 'sse' | undefined;
  /** A function that sends the requests, such as through a proxy. @default the global `fetch` */
  readonly fetch?: ((url: string | URL, init?: RequestInit) => Promise<Response>) | undefined;
}

// The value may contain credentials, and may come from another realm.
const url = hiddenRule<string | URL>(
  'a URL that begins with http:// or https://',
  (value) => (typeof value === 'string' || Object.prototype.toString.call(value) === '[object URL]') && isHttp(value),
);

function isHttp(value: unknown): boolean {
  const text = String(value);
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** The names of the parts of a transport over HTTP. */
export const endpointNames: OptionNames<HttpEndpoint> = {
  url,
  headers: either(secretObject, callback),
  auth: either(
    hiddenRule<string>('a string', (value) => typeof value === 'string'),
    either(secretObject, callback),
  ),
  dpop: flag,
  type: oneOf('http', 'sse'),
  fetch: callback,
};

/** A client of an official SDK that the application has created and connected. */
export interface SdkClient {
  /** Sends a request and resolves with its result. */
  request(...args: never[]): Promise<unknown>;
  /** Closes the connection. */
  close(): Promise<void>;
}

/** The transport to a server: a command to start, a URL to connect to, or a connected client. */
export type SourceTransport = StdioCommand | HttpEndpoint | SdkClient;

/** Whether a transport is a connected client. */
export function isSdkClient(transport: SourceTransport | object): transport is SdkClient {
  return typeof (transport as Partial<SdkClient>).request === 'function';
}

/** Whether a transport is a command to start. */
export function isStdioCommand(transport: StdioCommand | HttpEndpoint): transport is StdioCommand {
  return 'command' in transport;
}
