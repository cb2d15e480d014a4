/** A JSON-RPC 2.0 message that has not been validated. */
export type WireMessage = Readonly<Record<string, unknown>>;

/** A transport for messages to and from a server. The official SDKs accept any object of this shape. */
export interface WireTransport {
  start(): Promise<void>;
  send(message: WireMessage, options?: object): Promise<void>;
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: WireMessage, extra?: unknown) => void) | undefined;
  /** Whether each request has its own stream and is cancelled by ending it. */
  readonly hasPerRequestStream?: boolean | undefined;
  readonly sessionId?: string | undefined;
  setProtocolVersion?: ((version: string) => void) | undefined;
}
