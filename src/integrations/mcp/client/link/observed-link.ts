import type { McpObserver } from '../../../../base/network/mcp-observer.js';
import { isRecord } from '../../../../schema/json-schema/schema-walk.js';
import { observedAnswer, observedFailure } from '../../protocol/observed-message.js';
import type { LinkRequest, RemoteLink } from './remote-link.js';

/** Returns a link over a client of the application, whose requests are observed. Their IDs and transport are not known. */
export function observeLink(link: RemoteLink, observer: McpObserver): RemoteLink {
  const request = async ({ params, ...sent }: LinkRequest): Promise<unknown> => {
    const { protocolVersion } = link.server;
    const observation = observer.observe({ side: 'client', method: sent.method, params, protocolVersion });
    try {
      const result = await link.request({ ...sent, params: observation.params ?? params });
      observation.end({ result });
      return result;
    } catch (error) {
      observation.end(sent.signal?.aborted === true ? undefined : answerIn(error));
      throw error;
    }
  };
  return { ...link, request };
}

/** Returns the answer in an error of an SDK. The codes of JSON-RPC errors are negative, and those of HTTP are not. */
function answerIn(error: unknown): ReturnType<typeof observedAnswer> {
  const { code } = isRecord(error) ? error : {};
  return typeof code === 'number' && code < 0 ? observedAnswer({ error }) : observedFailure(error);
}
