import type { McpObserver } from '../../../base/network/mcp-observer.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import { envelopeKeys } from './envelope.js';
import type { ResultFields } from './results.js';
import type { ServedRequest } from './served-request.js';

/** Answers a request that is observed until it has been answered or cancelled. */
export async function answerObserved(
  observer: McpObserver,
  served: ServedRequest,
  answer: (served: ServedRequest) => Promise<ResultFields>,
): Promise<ResultFields> {
  const { request, envelope, header, signal } = served;
  const observation = observer.observe({
    ...request,
    side: 'server',
    protocolVersion: envelope[envelopeKeys.version],
    transport: header === undefined ? 'stdio' : 'http',
  });
  try {
    const params = observation.params ?? request.params;
    const result = await answer({ ...served, request: { ...request, params } });
    observation.end(signal.aborted ? undefined : { result });
    return result;
  } catch (error) {
    observation.end(signal.aborted ? undefined : { error: error instanceof McpProtocolError ? error : internalError });
    throw error;
  }
}

// The client does not see the message of another error.
const internalError = { code: rpcErrorCodes.internalError, message: 'Internal error.' };
