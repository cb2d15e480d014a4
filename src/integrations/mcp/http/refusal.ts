import { DefinitionError } from '../../../index.js';
import { BodyError } from '../../shared/read-body-text.js';
import { rpcErrorCodes } from '../protocol/protocol-error.js';
import type { EndpointResponse } from './endpoint-response.js';

/** An error that rejects an HTTP request. */
export class HttpRefusal extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** The JSON-RPC 2.0 error code. */
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The ID of the message; undefined if it is not read yet. */
  readonly id: string | number | undefined;
  readonly data: unknown;

  constructor(status: number, message: string, { code, headers, id, data }: RefusalOptions = {}) {
    super(message);
    this.status = status;
    this.code = code ?? rpcErrorCodes.refused;
    this.headers = headers ?? {};
    this.id = id;
    this.data = data;
  }

  override get name(): string {
    return 'HttpRefusal';
  }
}

/** The options of a refusal. */
export interface RefusalOptions {
  /** The JSON-RPC 2.0 error code. @default -32000 */
  readonly code?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The ID of the message. @default the ID in the parsed body */
  readonly id?: string | number | undefined;
  /** Further information for the client. */
  readonly data?: unknown;
}

/** Converts a refusal to a response. */
export function refusalResponse(refusal: HttpRefusal, id: string | number | null = null): EndpointResponse {
  const headers = { 'content-type': 'application/json', ...refusal.headers };
  return { status: refusal.status, headers, body: bodyOf(refusal, refusal.id ?? id) };
}

/** Creates the refusal of a body that is too long. */
export function tooLarge(maxBytes: number): HttpRefusal {
  return new HttpRefusal(413, `The body of the request is longer than ${maxBytes} bytes.`, {
    code: rpcErrorCodes.invalidRequest,
    headers: { connection: 'close' },
  });
}

/** Throws the refusal of a body that cannot be read, or the error of an application that has read it without passing it. */
export function refuseBody(error: unknown, maxBytes: number): never {
  if (!(error instanceof BodyError)) throw error;
  if (error.reason === 'too large') throw tooLarge(maxBytes);
  if (error.reason === 'aborted') throw new HttpRefusal(400, 'The request was aborted.');
  throw new DefinitionError(
    'mcpHandler: the body of the request has already been read. Pass the parsed body in the options: { body }.',
  );
}

/** Returns the JSON text of a refusal, as a JSON-RPC 2.0 error. */
export function bodyOf({ code, message, data }: HttpRefusal, id: string | number | null): string {
  return JSON.stringify({ jsonrpc: '2.0', error: { code, message, data }, id });
}
