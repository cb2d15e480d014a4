import type { McpObservation, McpObserver } from '../../../../base/network/mcp-observer.js';
import { observedRequest } from '../../protocol/observed-message.js';
import type { WireMessage } from '../../protocol/wire-transport.js';
import { isStdioCommand } from '../endpoint/transport-options.js';
import type { LinkSettings } from './remote-link.js';

/** The facts about a connection that its transport knows. */
interface ConnectionFacts {
  readonly sessionId: string | undefined;
  readonly protocolVersion: string | undefined;
}

/** Creates the function that reports the requests of a link to an observer. */
export function createRequestObserver(
  observer: McpObserver,
  { transport }: Pick<LinkSettings, 'transport'>,
): (message: WireMessage, facts: ConnectionFacts) => McpObservation | undefined {
  const place = isStdioCommand(transport)
    ? ({ transport: 'stdio' } as const)
    : ({ transport: 'http', url: new URL(transport.url) } as const);
  return (message, { sessionId, protocolVersion }) => {
    const request = observedRequest(message, protocolVersion);
    return request && observer.observe({ ...request, ...place, side: 'client', sessionId });
  };
}
