import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpPrincipal } from './authorization.js';
import type { McpRequestInfo } from './request-info.js';

/** An HTTP request to pass to the SDK's transport. */
export interface IncomingHttp {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly info: McpRequestInfo;
  /** The parsed body; undefined for a request without a body. */
  readonly body: unknown;
  /** The authenticated sender; undefined if no token is required. */
  readonly principal: McpPrincipal | undefined;
  /** The client that limits are counted for: the subject, or else the address or the result of `clientOf`. */
  readonly client: string;
  /** A signal that fires when the client has disconnected and the response can no longer be delivered. */
  readonly signal: AbortSignal;
}

/** The connection of one client over HTTP to a server of an SDK. */
export interface McpHttpConnection {
  /** Responds to one request. */
  handle(incoming: IncomingHttp): Promise<void>;
  /** Rejects new calls. Resolves when all calls have ended. Calls that take longer than `deadlineMs` are cancelled. */
  drain(deadlineMs: number): Promise<void>;
  /** Closes all streams of the connection. */
  close(): Promise<void>;
}

/** The settings of a connection to open. */
export interface ConnectionRequest {
  /** The ID of the session; undefined for a stateless request. */
  readonly sessionId: string | undefined;
  /** The authenticated subject; undefined if there is none. */
  readonly subject: string | undefined;
  readonly auth: unknown;
  readonly info: McpRequestInfo;
  /** Called when the client has been initialised and its session begins. */
  readonly onOpened: () => void;
  readonly onClosed: () => void;
}

/** A function that opens a connection for one client. */
export type OpenConnection = (request: ConnectionRequest) => Promise<McpHttpConnection>;
