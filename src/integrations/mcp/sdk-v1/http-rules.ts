import {
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  isInitializeRequest,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { type EndpointRequest, headerOf } from '../http/endpoint-request.js';
import { HttpRefusal } from '../http/refusal.js';
import { rpcErrorCodes } from '../protocol/protocol-error.js';

/** The largest number of messages in a batch, as in the SDK. */
const maxBatchSize = 100;

/** Returns the version that the SDK negotiates in response to an `initialize` request. */
export function negotiatedIn(body: unknown): string | undefined {
  if (!isInitializeRequest(body)) return undefined;
  const { protocolVersion } = body.params;
  return SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion) ? protocolVersion : LATEST_PROTOCOL_VERSION;
}

/** Throws an HttpRefusal if a client does not accept the types of the responses. */
export function checkAccept(request: EndpointRequest, types: readonly string[]): void {
  const accepted = headerOf(request, 'accept') ?? '';
  if (types.every((type) => accepted.includes(type))) return;
  throw new HttpRefusal(406, `Not acceptable: the client must accept ${types.join(' and ')}.`);
}

/** Throws an HttpRefusal if a request names a version that is not served. */
export function checkVersion(request: EndpointRequest): void {
  const version = headerOf(request, 'mcp-protocol-version');
  if (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return;
  throw new HttpRefusal(
    400,
    `Bad Request: Unsupported protocol version: ${version} (supported versions: ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')})`,
  );
}

/** Throws an HttpRefusal if a batch is empty or too large, or if a version has no batches. They were removed in 2025-06-18. */
export function checkBatch(batch: readonly unknown[], version = DEFAULT_NEGOTIATED_PROTOCOL_VERSION): void {
  const code = rpcErrorCodes.invalidRequest;
  if (version >= '2025-06-18') {
    throw new HttpRefusal(400, `Version ${version} of the protocol has no batches. Send one message at a time.`, {
      code,
    });
  }
  if (batch.length === 0 || batch.length > maxBatchSize) {
    throw new HttpRefusal(400, `A batch has from 1 to ${maxBatchSize} messages.`, { code });
  }
}
