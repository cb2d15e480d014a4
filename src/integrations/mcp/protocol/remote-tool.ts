/**
 * The structures that a client reads from the Model Context Protocol (2024-11-05 to 2025-11-25). A server may send
 * anything: fields that have not been validated are `unknown`.
 */

/** A tool as a server lists it. Fields of type `unknown` have not been validated. */
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

/** The result that a server sends for `tools/call`. */
export interface RemoteResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
  readonly _meta?: unknown;
}

/** The progress of a call, from `notifications/progress`. */
export interface RemoteProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** The description that a server sends of itself. */
export interface RemoteServer {
  readonly name: string;
  readonly version: string;
  /** The negotiated protocol version, such as `2025-11-25`; undefined if it is unknown. */
  readonly protocolVersion?: string | undefined;
  /** The server's instructions for using its tools: untrusted text for a model. */
  readonly instructions?: string | undefined;
  /** The capabilities that the server declares. They are not validated. */
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined;
}
