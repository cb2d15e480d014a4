import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport, type SSEClientTransportOptions } from '@modelcontextprotocol/sdk/client/sse.js';
import {
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResultSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { NetworkError } from '../../errors.js';
import { capabilitiesOf } from '../client/client-capabilities.js';
import { loginWanted } from '../client/login-wanted.js';
import { type HttpTransports, httpOptions, openWire } from '../client/open-wire.js';
import type { LinkObserver, LinkRequest, LinkSettings, RemoteLink } from '../client/remote-link.js';
import { chainOnClose, LinkParts, SdkLink, unlimitedMs, watchClient, withOwnSignal } from '../client/sdk-link.js';
import type { HttpEndpoint } from '../client/transport-options.js';
import type { RemoteProgress, RemoteServer } from '../protocol/remote-tool.js';
import { answerWith } from './client-handlers.js';

type SdkTransport = Parameters<Client['connect']>[0];
type SdkRequest = Parameters<Client['request']>[0];

const transports: HttpTransports = {
  http: (url, options) => new StreamableHTTPClientTransport(url, options as StreamableHTTPClientTransportOptions),
  sse: (url, options) => new SSEClientTransport(url, options as SSEClientTransportOptions),
};

/** Connects to a server with `@modelcontextprotocol/sdk`: protocols 2024-11-05 to 2025-11-25. */
export async function connect(settings: LinkSettings): Promise<RemoteLink> {
  const { observer, signal, handlers } = settings;
  const parts = new LinkParts(settings, (streams) => openWire(settings, streams, transports));
  const client = new Client(settings.clientInfo, { capabilities: capabilitiesOf(handlers) });
  answerWith(client, handlers);
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => observer.toolsChanged());
  const link = new SdkLink(
    {
      send: (request) => sendRequest(client, request),
      server: (protocolVersion) => serverOf(client, protocolVersion),
      close: () => client.close(),
    },
    parts,
  );
  watchClient(client, link, { observer, wire: parts.wire });
  try {
    await client.connect(parts.tapped as unknown as SdkTransport, { signal, timeout: unlimitedMs });
  } catch (error) {
    await link.close();
    throw toLinkError(error);
  }
  return link;
}

/** Hands in with what an authorisation server has sent the user back. This SDK takes the code alone. */
export async function finishAuth(endpoint: HttpEndpoint, answer: URLSearchParams | string): Promise<void> {
  const options = httpOptions(endpoint) as { readonly authProvider?: OAuthClientProvider };
  const code = typeof answer === 'string' ? answer : String(answer.get('code'));
  await new StreamableHTTPClientTransport(new URL(endpoint.url), options).finishAuth(code);
}

/**
 * A link over a client that somebody else has connected, and closes. With an observer, its handlers for the end of the
 * connection and for changed tools are ours as long as the link is open.
 *
 * @throws NetworkError if the client is not connected.
 */
export function adopt(client: object, observer?: LinkObserver): RemoteLink {
  const sdkClient = client as Client;
  if (sdkClient.transport === undefined) throw new NetworkError('The client is not connected.');
  const release = observer === undefined ? () => {} : observe(sdkClient, observer);
  return {
    server: serverOf(sdkClient, undefined),
    hasSession: false,
    request: ({ signal, ...request }) =>
      withOwnSignal(signal, (own) => sendRequest(sdkClient, { ...request, signal: own })),
    close: async () => release(),
  };
}

function observe(client: Client, observer: LinkObserver): () => void {
  const unchain = chainOnClose(client, () => observer.lost('the client was closed'));
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => observer.toolsChanged());
  return () => {
    unchain();
    client.removeNotificationHandler('notifications/tools/list_changed');
  };
}

async function sendRequest(
  client: Client,
  { method, params, signal, onProgress }: LinkRequest,
): Promise<Readonly<Record<string, unknown>>> {
  const onprogress = onProgress === undefined ? undefined : (told: RemoteProgress) => onProgress(told);
  const options = { signal, timeout: unlimitedMs, ...(onprogress === undefined ? {} : { onprogress }) };
  try {
    return await client.request({ method, params } as SdkRequest, ResultSchema, options);
  } catch (error) {
    throw toLinkError(error);
  }
}

function toLinkError(error: unknown): unknown {
  return error instanceof UnauthorizedError ? loginWanted(error) : error;
}

function serverOf(client: Client, protocolVersion: string | undefined): RemoteServer {
  const { name, version } = client.getServerVersion() ?? { name: '', version: '' };
  return { name, version, protocolVersion, instructions: client.getInstructions() };
}
