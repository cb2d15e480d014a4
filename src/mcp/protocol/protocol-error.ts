/** The error codes of JSON-RPC 2.0 that a server answers with. */
export const rpcErrorCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  /** Of the server's own: what the transport refuses. */
  refused: -32_000,
  /** What the SDKs answer for a session that is not there. */
  sessionNotFound: -32_001,
  /** Of 2026-07-28: the request needs what its client did not declare. */
  missingCapability: -32_021,
} as const;

/** A request that cannot be answered with a result: its peer gets a JSON-RPC error. */
export class McpProtocolError extends Error {
  /** Of JSON-RPC 2.0. */
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
