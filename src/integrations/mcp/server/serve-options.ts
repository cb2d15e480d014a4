import type { Readable, Writable } from 'node:stream';
import type { McpObserver } from '../../../base/network/mcp-observer.js';
import type { ApprovalKey, SessionOptions } from '../../../index.js';
import type { MaskErrors } from '../../../toolkit/pipeline/mask-errors.js';
import type { McpAuthorization } from '../http/authorization.js';
import type { McpEventStore } from '../http/event-store.js';
import type { McpRequestInfo } from '../http/request-info.js';
import type { McpServerCard } from '../http/server-card.js';
import type { McpEra } from '../protocol/era.js';
import type { McpCluster } from './cluster/cluster-options.js';
import type { McpRequestState, McpRequestStateOptions } from './request-state.js';
import type { McpTaskLimits } from './task-limits.js';

/**
 * A function that returns the initial state of one client's session.
 *
 * @param auth - The description of the client, from `verify` or the option `auth`.
 * @param request - The HTTP request of the client; undefined for other transports.
 */
export type McpSessionState = (
  auth: unknown,
  request: McpRequestInfo | undefined,
) => SessionOptions['state'] | Promise<SessionOptions['state']>;

/** The options of serving tools, for every transport. */
export interface McpToolOptions {
  /** The state of each client's session. @default an empty state on top of the toolkit's */
  readonly sessionState?: McpSessionState | undefined;
  /**
   * The state of each request, for clients whose requests belong to several tenants, such as a gateway. It is created for
   * every list and every call. Its top-level keys hide those of the session, and what a tool writes to them is discarded
   * after the request. A key that `sessionState` sets too must be named: `{ replaces: ['tenant'], state: (auth, request)
   * => … }`. If the function throws, the request fails, and only `onError` receives the error.
   *
   * @default the state of the session
   */
  readonly requestState?: McpRequestState | McpRequestStateOptions | undefined;
  /**
   * The versions of tools to serve, by tool name: `'1.2.3'`, `'1.2.x'`, `'1.x'` or `'*'`.
   *
   * @default the highest version of each tool
   */
  readonly versions?: SessionOptions['versions'];
  /** The number of tools on a page of `tools/list`. Many clients read only the first page. @default 200 */
  readonly pageSize?: number | undefined;
  /**
   * The size limit of a call's arguments, in bytes of JSON text without white space. A call with larger arguments is
   * answered with a result that the model reads. @default 1048576
   */
  readonly maxArgumentBytes?: number | undefined;
  /**
   * The limits of calls that wait for answers of their clients. They apply to protocol version 2026-07-28, where such a
   * call waits between two requests.
   */
  readonly waitingCalls?: McpWaitingLimits | undefined;
  /**
   * How a call continues when its client has answered a question of the tool, from protocol version 2026-07-28 on.
   * `'held'`: the method waits in the process that it began in, which must receive the answer. `'replayed'`: any process
   * with the same `key` runs the method again from its beginning, with the answers so far. What the method does before a
   * question happens again, so it must be idempotent. Calls of tools with `idempotentHint: false` are held.
   *
   * @default `'replayed'` over HTTP if `key` is set, or else `'held'`
   */
  readonly rounds?: 'held' | 'replayed' | undefined;
  /**
   * What the nodes of one server share, so that any of them can receive a request: held rounds, cancellations, changes of
   * the list of tools, and the active groups of subjects. Replayed rounds need only `key`.
   *
   * @default each process serves its own clients
   */
  readonly cluster?: McpCluster | undefined;
  /**
   * The key that signs the state of replayed calls, and that of held calls of a cluster, which clients send back: at least
   * 32 secret bytes, the same in each process. Of a list, the first key signs and all keys verify, so that a key can be replaced without refusing the states
   * that it has signed.
   *
   * @default calls cannot be replayed
   */
  readonly key?: ApprovalKey | readonly ApprovalKey[] | undefined;
  /**
   * Whether clients receive `Internal error (call ID)` instead of the words of an error that is not a ToolError. The
   * error itself goes to `onError`, or to the function. @default the toolkit's
   */
  readonly maskErrors?: MaskErrors | undefined;
}

/**
 * The limits of calls that wait for answers of their clients. A call that would exceed a limit displaces the oldest
 * ones, which end with a RateLimitError.
 */
export interface McpWaitingLimits {
  /**
   * The largest number of waiting calls of one client: of one subject, or of one address if there is no subject.
   *
   * @default 16
   */
  readonly maxPerClient?: number | undefined;
  /** The largest number of waiting calls of the server. @default 256 */
  readonly maxCalls?: number | undefined;
  /**
   * The size limit of the arguments, answers and questions of all waiting calls together, as an estimate of their
   * memory in bytes.
   *
   * @default 67108864 (64 MiB)
   */
  readonly maxBytes?: number | undefined;
}

/** The options of a server, for every transport. */
export interface McpServerOptions extends McpToolOptions {
  /**
   * The name of the server. @default the name in the `package.json` nearest to the main module, or else to the working
   * folder
   */
  readonly name?: string | undefined;
  /** A human-readable name. */
  readonly title?: string | undefined;
  /** The version of the server. @default the version in the `package.json` that has the default name */
  readonly version?: string | undefined;
  /** Instructions for the model on how to use the tools. @default the instructions of the active groups */
  readonly instructions?: string | undefined;
  /**
   * Creates the SDK's server for one client: a `Server` or `McpServer` with its own resources and prompts, of the package
   * for the client's protocol version. It must not have tools, because the served tools are attached to it.
   *
   * @default a server that has only the tools
   */
  readonly server?: ((era: McpEra) => McpSdkServer) | undefined;
  /**
   * The largest number of values in a message, on all levels. They are counted before the message is parsed. A message
   * with more values is refused with a protocol error. @default 20000
   */
  readonly maxMessageValues?: number | undefined;
  /** The limits of tasks (SEP-2663). They apply to protocol version 2026-07-28. */
  readonly tasks?: McpTaskLimits | undefined;
  /** The time limit for pending calls when the server closes, in milliseconds. @default 5000 */
  readonly closeTimeoutMs?: number | undefined;
  /** A listener for internal errors of the server. @default emits a process warning */
  readonly onError?: ((error: unknown) => void) | undefined;
  /**
   * An observer of the requests of clients: what `telemetry()` returns. If the toolkit uses it too, the span of a call is
   * that of its request. @default requests are not recorded
   */
  readonly telemetry?: McpObserver | undefined;
}

/** A server of an official SDK: `Server` or `McpServer`. */
export interface McpSdkServer {
  /** Serves the client at the other end of the transport. */
  connect(transport: never): Promise<void>;
  /** Closes the connection. */
  close(): Promise<void>;
}

/** The options of serving one client over standard input and output. */
export interface McpStdioOptions extends McpServerOptions {
  readonly transport: 'stdio';
  /**
   * The protocol versions to serve: `2025-11-25` and older ones, or `2026-07-28`.
   *
   * @default `2025-11-25` if its SDK is installed
   */
  readonly era?: McpEra | undefined;
  /** The description of the client, which tools read as `ctx.auth`. */
  readonly auth?: unknown;
  /** The stream to read messages from. @default process.stdin */
  readonly stdin?: Readable | undefined;
  /** The stream to write messages to. Nothing else may write to it. @default process.stdout */
  readonly stdout?: Writable | undefined;
  /**
   * The size limit of a message, in bytes. A longer message is refused with a protocol error. @default 4194304
   */
  readonly maxMessageBytes?: number | undefined;
}

/** The options of an endpoint that serves many clients over Streamable HTTP. */
export interface McpHandlerOptions extends McpServerOptions {
  /**
   * The protocol versions to serve: `2025-11-25` and older ones, or `2026-07-28`.
   *
   * @default `2026-07-28`, and the others if their SDK is installed
   */
  readonly era?: McpEra | undefined;
  /** The path of the MCP endpoint. @default '/mcp' for `serveMcp`; any path for `mcpHandler` */
  readonly path?: string | undefined;
  /** The card of the server, at the path of the endpoint followed by `/server-card`. It is public. @default no card */
  readonly card?: McpServerCard | undefined;
  /** The path of the route for health, such as `/health`: 200, or 503 while the server closes. @default no route */
  readonly health?: string | undefined;
  /**
   * Whether clients have sessions, or the limits of sessions. Without sessions, requests are stateless. The active
   * groups of each subject are then stored within the same limits. From 2026-07-28 on, requests are always stateless.
   *
   * @default true
   */
  readonly sessions?: boolean | McpSessionLimits | undefined;
  /** A store of sent messages, from which a client can resume a broken connection. @default messages are not stored */
  readonly eventStore?: McpEventStore | undefined;
  /** The authorization of clients. @default every client that reaches the port is accepted */
  readonly authorization?: McpAuthorization | undefined;
  /**
   * Identifies the client that a request without a token comes from, by which sessions are limited. Behind a proxy, read
   * the header that the proxy sets: any other header can be forged. @default the address of the connection
   */
  readonly clientOf?: ((request: McpRequestInfo) => string | undefined) | undefined;
  /**
   * The hosts that requests may be sent to, as `name` or `name:port`; `'*'` for any. @default the loopback names, and
   * the `host` of `serveMcp`
   */
  readonly allowedHosts?: readonly string[] | '*' | undefined;
  /** The origins of web pages that may send requests, in addition to those of the allowed hosts. @default none */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** The size limit of a request body, in bytes. @default 4194304 */
  readonly maxBodyBytes?: number | undefined;
  /** The time limit for receiving a request, in milliseconds. `serveMcp` waits at most 15000 for its headers. @default 30000 */
  readonly requestTimeoutMs?: number | undefined;
}

/** The options of serving many clients over Streamable HTTP. */
export interface McpHttpOptions extends McpHandlerOptions {
  readonly transport: 'http';
  /** The host to listen on. @default '127.0.0.1' */
  readonly host?: string | undefined;
  /** The port to listen on; 0 for any free port. @default 3000 */
  readonly port?: number | undefined;
  /** The size limit of the request headers, in bytes. @default 16384 */
  readonly maxHeaderBytes?: number | undefined;
  /**
   * The time limit for a client to read any part of a response that is pending, in milliseconds. A client that reads
   * nothing for longer is disconnected. A stream on which nothing is sent has no limit. @default 60000
   */
  readonly sendTimeoutMs?: number | undefined;
  /** The largest number of concurrent connections. Further connections are closed at once. @default 4096 */
  readonly maxConnections?: number | undefined;
}

/** The options of calls that ask their clients. */
export interface RoundOptions
  extends Pick<McpToolOptions, 'waitingCalls' | 'rounds' | 'key' | 'cluster'>,
    Pick<McpServerOptions, 'tasks'> {
  /** The transport of the server. Undefined for an SDK's server that the application connects. */
  readonly transport?: 'http' | 'stdio' | undefined;
}

/** The options that a binder reads. */
export interface BinderOptions extends RoundOptions, Pick<McpServerOptions, 'server'> {}

/** The limits of sessions. */
export interface McpSessionLimits {
  /**
   * The largest number of concurrent sessions. When it is reached, the session that is idle the longest ends before a
   * new one begins. @default 1000
   */
  readonly maxSessions?: number | undefined;
  /**
   * The largest number of concurrent sessions of one client. A client is the subject of a token, or else what `clientOf`
   * returns, or else an address. @default 100
   */
  readonly maxSessionsPerClient?: number | undefined;
  /** The time limit of a session without a request or an open stream, in milliseconds. @default 1800000 (30 minutes) */
  readonly idleTimeoutMs?: number | undefined;
}

/** The options of `serveMcp`, by transport. */
export type McpServeOptions = McpStdioOptions | McpHttpOptions;

/** A running server. */
export interface McpServing {
  /** The URL of the server; undefined for standard input and output. */
  readonly url: string | undefined;
  /** Resolves when the server has closed, for any reason. */
  readonly closed: Promise<void>;
  /**
   * Closes the server. It rejects new calls, waits up to `closeTimeoutMs` for pending calls and cancels the others.
   * Every call of `close` waits until the server has closed.
   */
  close(): Promise<void>;
}

/** Tools that are attached to an SDK's server. */
export interface McpAttachment {
  /** Rejects new calls, waits for pending calls and detaches the tools. The application closes the SDK's server. */
  close(): Promise<void>;
}

/** The defaults of {@link McpWaitingLimits}. */
export const waitingDefaults: Required<McpWaitingLimits> = Object.freeze({
  maxPerClient: 16,
  maxCalls: 256,
  maxBytes: 67_108_864,
});

/** The defaults of {@link McpServerOptions}. */
export const serveDefaults = {
  pageSize: 200,
  maxArgumentBytes: 1_048_576,
  // Twice the limit of a call's arguments, which validation enforces.
  maxMessageValues: 20_000,
  maxMessageBytes: 4_194_304,
  maxBodyBytes: 4_194_304,
  requestTimeoutMs: 30_000,
  sendTimeoutMs: 60_000,
  closeTimeoutMs: 5_000,
} as const;
