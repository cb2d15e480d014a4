import type { Secret } from '../../state/secret.js';
import type { ServerCommand } from './stdio/server-process.js';

/** A server that is started as a process of ours, and spoken to over its standard input and output. */
export type StdioCommand = ServerCommand;

/** A server that is spoken to over HTTP. */
export interface HttpEndpoint {
  readonly url: string | URL;
  /** Sent with every request. Secrets do not show in errors. */
  readonly headers?: Readonly<Record<string, string | Secret<string>>> | undefined;
  /** A bearer token, or an OAuth provider of the official SDK (`OAuthClientProvider`). */
  readonly auth?: string | Secret<string> | OAuthProvider | undefined;
  /** `sse` is the transport of 2024-11-05, for old servers. @default 'http', which is Streamable HTTP */
  readonly type?: 'http' | 'sse' | undefined;
}

/** An OAuth provider, by the one method that tells it from others. The official SDK says what else it has. */
export interface OAuthProvider {
  /** The tokens that are held, in the shape of the official SDK. */
  tokens(): unknown;
}

/** A client of an official SDK, connected by whoever made it. */
export interface SdkClient {
  /** Sends a request and waits for its answer. */
  request(...args: never[]): Promise<unknown>;
  /** Ends the connection. */
  close(): Promise<void>;
}

/** How a server is reached. */
export type SourceTransport = StdioCommand | HttpEndpoint | SdkClient;

/** Whether a transport is a client that is connected already. */
export function isSdkClient(transport: SourceTransport | object): transport is SdkClient {
  return typeof (transport as Partial<SdkClient>).request === 'function';
}

/** Whether a transport is a process to be started. */
export function isStdioCommand(transport: StdioCommand | HttpEndpoint): transport is StdioCommand {
  return 'command' in transport;
}
