import type { Readable, Writable } from 'node:stream';
import type { McpHttpConnection } from '../http/connection.js';
import type { McpEventStore } from '../http/event-store.js';
import type { OutputRule } from './listed-tool.js';
import type { McpSdkServer } from './serve-options.js';
import type { ToolServer } from './tool-server.js';

/** The tools of one client and the SDK's server that serves them. */
export interface BoundClient {
  readonly tools: ToolServer;
  /** The application's own server of the SDK; undefined to create a server that has only tools. */
  readonly server: McpSdkServer | undefined;
  readonly identity: McpServerIdentity;
  /** The application's description of the client, for requests that have none. */
  readonly auth: unknown;
  readonly onError: (error: unknown) => void;
}

/** The identity that a server presents. */
export interface McpServerIdentity {
  readonly name: string;
  readonly title: string | undefined;
  readonly version: string;
  readonly instructions: string | undefined;
}

/** Standard input and output, or other streams in their place. */
export interface StdioStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Called when the client has disconnected. */
  readonly onClosed: () => void;
}

/** The binding of one client over HTTP. */
export interface HttpBinding {
  /** The ID of the session; undefined for a stateless request. */
  readonly sessionId: string | undefined;
  readonly eventStore: McpEventStore | undefined;
  readonly onOpened: () => void;
  readonly onClosed: () => void;
}

/** An object that attaches tools to the servers and transports of one SDK. */
export interface McpBinder {
  readonly outputs: OutputRule;
  /** Whether the SDK has sessions over HTTP. From protocol version 2026-07-28 on, requests are stateless. */
  readonly hasSessions: boolean;
  /** Whether calls are run again for each round of answers. */
  readonly isReplaying: boolean;
  /** Attaches tools to a server that is not connected yet. Returns a function that detaches them. */
  attach(client: BoundClient & { readonly server: McpSdkServer }): () => void;
  /** Serves one client over standard input and output. Resolves with a function that closes the connection. */
  connectStdio(client: BoundClient, streams: StdioStreams): Promise<() => Promise<void>>;
  /** Serves one client over HTTP. */
  connectHttp(client: BoundClient, binding: HttpBinding): Promise<McpHttpConnection>;
  /** Cancels the calls that wait for answers of their clients. */
  close(): void;
}
