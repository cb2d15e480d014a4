import type { Readable, Writable } from 'node:stream';
import type { McpHttpConnection } from '../http/connection.js';
import type { McpEventStore } from '../http/event-store.js';
import type { OutputRule } from './listed-tool.js';
import type { McpSdkServer } from './serve-options.js';
import type { ToolServer } from './tool-server.js';

/** One client's tools, and the SDK's server that gives them out. */
export interface BoundClient {
  readonly tools: ToolServer;
  /** An SDK's server of the application's own; undefined for one that has tools alone. */
  readonly server: McpSdkServer | undefined;
  readonly identity: McpServerIdentity;
  /** Who the client is, where its requests do not say so themselves. */
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

/** Standard input and output, or what stands for them. */
export interface StdioStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** The client has gone. */
  readonly onClosed: () => void;
}

/** The binding of one client over HTTP. */
export interface HttpBinding {
  /** Undefined for a request that stands alone. */
  readonly sessionId: string | undefined;
  readonly eventStore: McpEventStore | undefined;
  readonly onOpened: () => void;
  readonly onClosed: () => void;
}

/** Attaches tools to the servers and transports of one SDK. */
export interface McpBinder {
  readonly outputs: OutputRule;
  /** Whether there are sessions over HTTP: from protocol version 2026-07-28 on each request stands alone. */
  readonly hasSessions: boolean;
  /** Attaches tools to a server that is not connected yet; the function that it gives detaches them. */
  attach(client: BoundClient & { readonly server: McpSdkServer }): () => void;
  /** Serves one client over standard input and output. The function that it gives hangs up. */
  connectStdio(client: BoundClient, streams: StdioStreams): Promise<() => Promise<void>>;
  /** Serves one client over HTTP. */
  connectHttp(client: BoundClient, binding: HttpBinding): Promise<McpHttpConnection>;
  /** Lets go of what waits for clients that have not come back. */
  close(): void;
}
