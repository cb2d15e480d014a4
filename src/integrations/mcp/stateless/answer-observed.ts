import type { McpObserver } from '../../../base/network/mcp-observer.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import type { ReadHeader } from './admit-message.js';
import { envelopeKeys, type RequestEnvelope } from './envelope.js';
import type { WireRequest } from './message.js';
import type { ResultFields } from './results.js';

/** What an observer receives of a request. */
interface ObservedParts {
  readonly request: WireRequest;
  readonly envelope: RequestEnvelope;
  /** The headers of the HTTP request; undefined for other transports. */
  readonly header: ReadHeader | undefined;
  readonly signal: AbortSignal;
}

/** Answers a request that is observed until it has been answered or cancelled. */
export async function answerObserved<Served extends ObservedParts>(
  observer: McpObserver,
  served: Served,
  answer: (served: Served) => Promise<ResultFields>,
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
