/** The JSON-RPC 2.0 error codes that a server responds with. */
export const rpcErrorCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  /** A server-defined code: the transport rejected the request. */
  refused: -32_000,
  /** The code that the SDKs use for a session that does not exist. */
  sessionNotFound: -32_001,
  /** The code of 2025-11-25 for a resource that does not exist. The SDK of 2026-07-28 sends invalidParams instead. */
  resourceNotFound: -32_002,
  /** The code of 2026-07-28 for headers of an HTTP request that disagree with its body. */
  headerMismatch: -32_020,
  /** The code of 2026-07-28 for a request that requires a capability that its client did not declare. */
  missingCapability: -32_021,
  /** The code of 2026-07-28 for a protocol version that the server does not support. */
  unsupportedVersion: -32_022,
} as const;

/** An error that is sent to the peer as a JSON-RPC error instead of a result. */
export class McpProtocolError extends Error {
  /** The JSON-RPC 2.0 error code. */
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }

  override get name(): string {
    return 'McpProtocolError';
  }
}
