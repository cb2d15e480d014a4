/**
 * What a client reads of the Model Context Protocol (2024-11-05 to 2025-11-25), by structure. A server may send anything:
 * whatever is not checked yet is `unknown`.
 */

/** A tool as a server lists it, once its name and schema are known to be there. */
export interface RemoteTool {
  readonly name: string;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
  readonly execution?: unknown;
  readonly _meta?: unknown;
}

/** What a server answers to `tools/call`. */
export interface RemoteResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
  readonly _meta?: unknown;
}

/** How far a call has come, as `notifications/progress` says it. */
export interface RemoteProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Who a server says that it is. */
export interface RemoteServer {
  readonly name: string;
  readonly version: string;
  /** The protocol that was agreed on, such as `2025-11-25`; undefined where the binder does not tell. */
  readonly protocolVersion?: string | undefined;
  /** How the server wants its tools to be used: text for a model, not to be trusted. */
  readonly instructions?: string | undefined;
}
