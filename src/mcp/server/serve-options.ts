import type { Readable, Writable } from 'node:stream';
import type { SessionOptions } from '../../index.js';
import type { McpAuthorization } from '../http/authorization.js';
import type { McpEventStore } from '../http/event-store.js';
import type { McpRequestInfo } from '../http/request-info.js';

/**
 * Gives the values that bindings find first in one client's session.
 *
 * @param auth - Who the client is, as `verify` or the option `auth` says.
 * @param request - What it came with; undefined where there is no HTTP.
 */
export type McpSessionState = (
  auth: unknown,
  request: McpRequestInfo | undefined,
) => SessionOptions['state'] | Promise<SessionOptions['state']>;

/** What tools are given out with, whatever the transport. */
export interface McpToolOptions {
  /** The state of each client's session. @default an empty state above the toolkit's */
  readonly sessionState?: McpSessionState | undefined;
  /** How many tools a page of `tools/list` has. Many clients read the first page only. @default 200 */
  readonly pageSize?: number | undefined;
}

/** How a server shows itself, and how it ends. */
export interface McpServerOptions extends McpToolOptions {
  /** What the server calls itself. @default 'toolwright' */
  readonly name?: string | undefined;
  /** A name for people. */
  readonly title?: string | undefined;
  /** @default '0.0.0' */
  readonly version?: string | undefined;
  /** How the tools are best used, for the model. @default the instructions of the active groups */
  readonly instructions?: string | undefined;
  /**
   * Makes the SDK's server of one client: a `Server` or `McpServer` with resources and prompts of its own. It has no
   * tools: they are attached. @default a server with nothing else
   */
  readonly server?: (() => McpSdkServer) | undefined;
  /** How long open calls may take to end when the server closes, in milliseconds. @default 5000 */
  readonly closeTimeoutMs?: number | undefined;
  /** Hears of what went wrong inside the server. @default a process warning */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** An SDK's server: `Server` or `McpServer` of `@modelcontextprotocol/sdk`. */
export interface McpSdkServer {
  /** Serves whoever is at the other end of the transport. */
  connect(transport: never): Promise<void>;
  /** Ends the connection. */
  close(): Promise<void>;
}

/** Serving one client over standard input and output. */
export interface McpStdioOptions extends McpServerOptions {
  readonly transport: 'stdio';
  /** Who the client is: tools find it as `ctx.auth`. */
  readonly auth?: unknown;
  /** @default process.stdin */
  readonly stdin?: Readable | undefined;
  /** Nobody else may write there. @default process.stdout */
  readonly stdout?: Writable | undefined;
}

/** Serving many clients over Streamable HTTP. */
export interface McpHttpOptions extends McpServerOptions {
  readonly transport: 'http';
  /** Where to listen. @default '127.0.0.1' */
  readonly host?: string | undefined;
  /** 0 for any that is free. @default 3000 */
  readonly port?: number | undefined;
  /** @default '/mcp' */
  readonly path?: string | undefined;
  /** Whether clients have sessions, and within which limits. Without them each request stands alone. @default true */
  readonly sessions?: boolean | McpSessionLimits | undefined;
  /** Keeps what was sent, so that a client whose connection broke gets it again. @default nothing is kept */
  readonly eventStore?: McpEventStore | undefined;
  /** Who may come in. @default everybody who reaches the port */
  readonly authorization?: McpAuthorization | undefined;
  /**
   * The hosts that requests may be sent to, as `name` or `name:port`; `'*'` for any. @default the loopback names, and
   * `host`
   */
  readonly allowedHosts?: readonly string[] | '*' | undefined;
  /** The origins of web pages that may send requests, besides those of the allowed hosts. @default none */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** The longest body of a request, in bytes. @default 4194304 */
  readonly maxBodyBytes?: number | undefined;
  /** The longest head of a request, in bytes. @default 16384 */
  readonly maxHeaderBytes?: number | undefined;
  /** How long a client may take to send a request, in milliseconds. The head may take 15000 at most. @default 30000 */
  readonly requestTimeoutMs?: number | undefined;
}

/** How many sessions there may be, and for how long. */
export interface McpSessionLimits {
  /** How many at once. @default 1000 */
  readonly maxSessions?: number | undefined;
  /** How long a session may be without a request or an open stream, in milliseconds. @default 1800000, half an hour */
  readonly idleTimeoutMs?: number | undefined;
}

/** How toolkits are given out. */
export type McpServeOptions = McpStdioOptions | McpHttpOptions;

/** A running server. */
export interface McpServing {
  /** Where it answers; undefined for standard input and output. */
  readonly url: string | undefined;
  /** Resolves when it has closed, for whatever reason. */
  readonly closed: Promise<void>;
  /**
   * Takes no more calls, lets those that are open end within `closeTimeoutMs`, cancels the others, and closes. A second
   * call waits for the first.
   */
  close(): Promise<void>;
}

/** Tools that are attached to an SDK's server. */
export interface McpAttachment {
  /** Takes no more calls, as `close` of a served toolkit does. The SDK's server stays open: it is yours. */
  close(): Promise<void>;
}

/** The defaults of {@link McpServerOptions}. */
export const serveDefaults = { name: 'toolwright', version: '0.0.0', pageSize: 200, closeTimeoutMs: 5_000 } as const;
