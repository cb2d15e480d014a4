import type { Readable, Writable } from 'node:stream';
import type { McpObserver } from '../../../base/network/mcp-observer.js';
import type { McpEventStore } from '../http/event-store.js';
import type { McpHttpService } from '../http/http-service.js';
import type { AdmittedRequest } from '../http/request-guard.js';
import type { RunningCalls } from '../http/running-calls.js';
import type { SessionTableOptions } from '../http/session-table.js';
import type { McpEra } from '../protocol/era.js';
import type { OutputRule } from './listed-tool.js';
import type { McpSdkServer } from './serve-options.js';
import type { ToolServer } from './tool-server.js';

/** The tools of one client and the server that presents them. */
export interface BoundClient {
  readonly tools: ToolServer;
  /** Creates the application's own server of the SDK; undefined for a server that has only tools. */
  readonly createServer: (() => McpSdkServer) | undefined;
  readonly identity: McpServerIdentity;
  /** Returns the instructions for the model. */
  readonly instructions: () => string | undefined;
  /** The application's description of the client, for requests that have none. */
  readonly auth: unknown;
  readonly onError: (error: unknown) => void;
  readonly observer?: McpObserver | undefined;
}

/** The identity that a server presents. */
export interface McpServerIdentity {
  readonly name: string;
  readonly title: string | undefined;
  readonly version: string;
}

/** Standard input and output, or other streams in their place. */
export interface StdioStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Called when the client has disconnected. */
  readonly onClosed: () => void;
}

/** What the service for HTTP clients receives from the endpoint. */
export interface HttpServiceParts {
  /** Creates the tools of the client that sends a request: of a session, or of the request if there is no session. */
  readonly bind: (request: AdmittedRequest, sessionId: string | undefined) => Promise<BoundClient>;
  /** The requests that the endpoint is answering. */
  readonly calls: RunningCalls;
  readonly onError: (error: unknown) => void;
}

/** The options of the service for HTTP clients. */
export interface HttpServiceOptions {
  /** The limits of sessions; undefined if requests are stateless. */
  readonly sessions: SessionTableOptions | undefined;
  readonly eventStore: McpEventStore | undefined;
}

/** An object that attaches tools to the servers of one SDK. */
export interface McpAttacher {
  readonly outputs: OutputRule;
  /** Whether calls are run again for each round of answers. */
  readonly isReplaying: boolean;
  /** Attaches tools to a server that is not connected yet. Returns a function that detaches them. */
  attach(client: Pick<BoundClient, 'tools' | 'auth'>, server: McpSdkServer): () => void;
  /** Cancels the calls that wait for answers of their clients. */
  close(): void;
}

/** An object that serves tools to clients of one era. */
export interface McpBinder {
  readonly era: McpEra;
  readonly outputs: OutputRule;
  /** Whether calls are run again for each round of answers. */
  readonly isReplaying: boolean;
  /** Serves one client over standard input and output. Resolves with a function that closes the connection. */
  connectStdio(client: BoundClient, streams: StdioStreams): Promise<() => Promise<void>>;
  /** Creates the service for clients over HTTP. */
  createHttpService(parts: HttpServiceParts, options: HttpServiceOptions): McpHttpService;
  /** Cancels the calls that wait for answers of their clients. */
  close(): void;
}
