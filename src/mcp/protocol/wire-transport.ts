/** A message of JSON-RPC 2.0, not looked into yet. */
export type WireMessage = Readonly<Record<string, unknown>>;

/** What carries messages to a server and back. The official SDKs take any object of this shape. */
export interface WireTransport {
  start(): Promise<void>;
  send(message: WireMessage, options?: object): Promise<void>;
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: WireMessage, extra?: unknown) => void) | undefined;
  /** Whether each request has a stream of its own, and is cancelled by ending that. */
  readonly hasPerRequestStream?: boolean | undefined;
  readonly sessionId?: string | undefined;
  setProtocolVersion?: ((version: string) => void) | undefined;
}
