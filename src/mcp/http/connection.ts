import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpVisitor } from './authorization.js';
import type { McpRequestInfo } from './request-info.js';

/** One HTTP request on its way to the SDK's transport. */
export interface IncomingHttp {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly info: McpRequestInfo;
  /** The parsed body; undefined where there is none. */
  readonly body: unknown;
  /** Who sends it; undefined where nobody needs a token. */
  readonly visitor: McpVisitor | undefined;
  /** Fires when the client has gone and what it asked for can no longer be delivered. */
  readonly signal: AbortSignal;
}

/** An SDK's server for one client, behind HTTP. */
export interface McpHttpConnection {
  /** Answers one request. */
  handle(incoming: IncomingHttp): Promise<void>;
  /** Takes no more calls. Resolves when all have ended; those that take longer are cancelled. */
  drain(deadlineMs: number): Promise<void>;
  /** Closes all its streams. */
  close(): Promise<void>;
}

/** What a connection is opened for. */
export interface ConnectionRequest {
  /** Undefined for a request that stands alone. */
  readonly sessionId: string | undefined;
  readonly auth: unknown;
  readonly info: McpRequestInfo;
  /** The client has been welcomed: its session begins. */
  readonly onOpened: () => void;
  readonly onClosed: () => void;
}

/** Opens a connection for one client. */
export type OpenConnection = (request: ConnectionRequest) => Promise<McpHttpConnection>;
