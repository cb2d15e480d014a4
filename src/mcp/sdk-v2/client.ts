import {
  Client,
  type OAuthClientProvider,
  SdkHttpError,
  SSEClientTransport,
  type SSEClientTransportOptions,
  type StandardSchemaV1,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
  type Tool,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { NetworkError } from '../../errors.js';
import { capabilitiesOf } from '../client/client-capabilities.js';
import { loginWanted } from '../client/login-wanted.js';
import { type HttpTransports, httpOptions, openWire } from '../client/open-wire.js';
import type { LinkObserver, LinkRequest, LinkSettings, RemoteLink } from '../client/remote-link.js';
import { chainOnClose, LinkParts, SdkLink, unlimitedMs, watchClient, withOwnSignal } from '../client/sdk-link.js';
import { type HttpEndpoint, isStdioCommand } from '../client/transport-options.js';
import type { RemoteProgress, RemoteServer, RemoteTool } from '../protocol/remote-tool.js';
import { followTools } from './client-changes.js';
import { toCodedError } from './client-errors.js';
import { answerWith } from './client-handlers.js';

type SdkTransport = Parameters<Client['connect']>[0];

const listChanged = 'notifications/tools/list_changed';

// Servers of the old protocol over stdio may not answer the question which protocols they speak. In milliseconds.
const probeMs = 2_000;

const transports: HttpTransports = {
  http: (url, options) => new StreamableHTTPClientTransport(url, options as StreamableHTTPClientTransportOptions),
  sse: (url, options) => new SSEClientTransport(url, options as SSEClientTransportOptions),
};

/** Takes any result as it is: what is wrong with one tool of many is found later. */
const anyResult: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'toolwright', validate: (value) => ({ value }) },
};

/**
 * Connects to a server with `@modelcontextprotocol/client`: the protocol 2026-07-28, and 2025-11-25 and older with servers
 * that do not speak it.
 */
export async function connect(settings: LinkSettings): Promise<RemoteLink> {
  const { observer, signal, handlers, transport } = settings;
  const parts = new LinkParts(settings, (streams) => openWire(settings, streams, transports));
  const probe = isStdioCommand(transport) ? { timeoutMs: probeMs } : {};
  const client = new Client(settings.clientInfo, {
    capabilities: capabilitiesOf(handlers),
    versionNegotiation: { mode: 'auto', probe },
  });
  answerWith(client, handlers);
  client.setNotificationHandler(listChanged, () => observer.toolsChanged());
  const leaving = new AbortController();
  const link = new SdkLink(
    {
      send: (request) => sendRequest(client, request),
      server: () => serverOf(client),
      close: () => {
        leaving.abort();
        return client.close();
      },
    },
    parts,
  );
  watchClient(client, link, { observer, wire: parts.wire });
  try {
    await client.connect(parts.tapped as unknown as SdkTransport, { signal, timeout: unlimitedMs });
  } catch (error) {
    await link.close();
    throw isLoginWanted(error) ? loginWanted(error) : toCodedError(error);
  }
  void followTools(client, observer, leaving.signal);
  return link;
}

/** Hands in with what an authorisation server has sent the user back: all parameters, or the code alone. */
export async function finishAuth(endpoint: HttpEndpoint, answer: URLSearchParams | string): Promise<void> {
  const options = httpOptions(endpoint) as { readonly authProvider?: OAuthClientProvider };
  const transport = new StreamableHTTPClientTransport(new URL(endpoint.url), options);
  await (typeof answer === 'string' ? transport.finishAuth(answer) : transport.finishAuth(answer));
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
    server: serverOf(sdkClient),
    hasSession: false,
    request: ({ signal, ...request }) =>
      withOwnSignal(signal, (own) => sendRequest(sdkClient, { ...request, signal: own })),
    close: async () => release(),
  };
}

function observe(client: Client, observer: LinkObserver): () => void {
  const unchain = chainOnClose(client, () => observer.lost('the client was closed'));
  const leaving = new AbortController();
  client.setNotificationHandler(listChanged, () => observer.toolsChanged());
  void followTools(client, observer, leaving.signal);
  return () => {
    leaving.abort();
    unchain();
    client.removeNotificationHandler(listChanged);
  };
}

async function sendRequest(
  client: Client,
  { method, params, tool, signal, onProgress }: LinkRequest,
): Promise<unknown> {
  const onprogress = onProgress === undefined ? undefined : (told: RemoteProgress) => onProgress(told);
  const options = { signal, timeout: unlimitedMs, ...(onprogress === undefined ? {} : { onprogress }) };
  try {
    if (tool !== undefined && hasHeaders(tool)) {
      // Arguments that travel as headers too (SEP-2243): the SDK knows how, from the definition.
      const { name, inputSchema } = tool as unknown as Tool;
      const toolDefinition: Tool = { name, inputSchema };
      return await client.callTool(params as Parameters<Client['callTool']>[0], { ...options, toolDefinition });
    }
    return await client.request({ method, params: { ...params } }, anyResult, options);
  } catch (error) {
    throw error instanceof UnauthorizedError ? loginWanted(error) : toCodedError(error);
  }
}

function hasHeaders({ inputSchema }: RemoteTool): boolean {
  return JSON.stringify(inputSchema).includes('"x-mcp-header"');
}

function isLoginWanted(error: unknown): boolean {
  return error instanceof UnauthorizedError || (error instanceof SdkHttpError && error.status === 401);
}

function serverOf(client: Client): RemoteServer {
  const { name, version } = client.getServerVersion() ?? { name: '', version: '' };
  const protocolVersion = client.getNegotiatedProtocolVersion();
  return { name, version, protocolVersion, instructions: client.getInstructions() };
}
