import { applicationInfo } from '../protocol/application-info.js';
import { isSdkClient } from './http/transport-options.js';
import type { LinkOpening } from './identity.js';
import { observeLink } from './link/observed-link.js';
import type { LinkHandlers, RemoteHandlers, RemoteLink, RequestHandler, RequestOrigin } from './link/remote-link.js';
import { loadBinder, versionOf } from './load-binder.js';
import { type McpSourceOptions, readOutbound } from './source-options.js';

const defaultMessageBytes = 64 * 1024 * 1024;

/** Opens a link to the server of a source. */
export async function openLink(options: McpSourceOptions, opening: LinkOpening): Promise<RemoteLink> {
  const { transport, clientInfo, maxMessageBytes, sdk, telemetry } = options;
  const { observer, signal, headers, runningCalls } = opening;
  if (isSdkClient(transport)) {
    const adopted = (await loadBinder(versionOf(transport))).adopt(transport, observer);
    return telemetry === undefined ? adopted : observeLink(adopted, telemetry);
  }
  const binder = await loadBinder(sdk);
  return binder.connect({
    transport,
    clientInfo: clientInfo ?? applicationInfo(),
    handlers: createLinkHandlers(options, runningCalls),
    headers,
    outbound: readOutbound(options),
    maxMessageBytes: maxMessageBytes ?? defaultMessageBytes,
    observer,
    telemetry,
    signal,
  });
}

function createLinkHandlers(
  { elicit, sample, roots }: RemoteHandlers,
  runningCalls: LinkOpening['runningCalls'],
): LinkHandlers {
  const withCalls = <Params>(
    handler: RequestHandler<RequestOrigin, Params> | undefined,
  ): RequestHandler<Pick<RequestOrigin, 'signal'>, Params> | undefined =>
    handler && ((params, { signal }) => handler(params, { signal, calls: runningCalls() }));
  return { elicit: withCalls(elicit), sample: withCalls(sample), roots };
}
