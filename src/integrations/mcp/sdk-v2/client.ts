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
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { isStdioCommand } from '../client/endpoint/transport-options.js';
import type { Fetch } from '../client/http/stream-watch.js';
import { capabilitiesOf } from '../client/link/client-capabilities.js';
import {
  adoptClient,
  type ClientSdk,
  connectClient,
  offerListsChanged,
  type SdkRequestOptions,
  toolListChanged,
} from '../client/link/connect-client.js';
import { createLoginError } from '../client/link/login-error.js';
import { httpOptions } from '../client/link/open-wire.js';
import type { LinkObserver, LinkRequest, LinkSettings, LoginSettings, RemoteLink } from '../client/link/remote-link.js';
import type { TappedTransport } from '../client/link/tapped-transport.js';
import type { RemoteTool } from '../protocol/remote-tool.js';
import { capabilitiesKey, tasksExtension } from '../protocol/task-capability.js';
import { followLists } from './client-changes.js';
import { toCodedError } from './client-errors.js';
import { setRequestHandlers } from './client-handlers.js';

// Old servers over stdio may never respond to the negotiation of the protocol version. In milliseconds.
const probeMs = 2_000;

export { authTools } from './client-auth.js';
export { answerQuestion } from './client-questions.js';

/** A schema that accepts any result: each tool of a list is validated separately, later. */
const anyResult: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'toolwright', validate: (value) => ({ value }) },
};

/** The clients that this package has created for servers over stdio. */
const overStdio = new WeakSet<Client>();

/** The capabilities of the clients that this package has created. */
const declared = new WeakMap<Client, ReturnType<typeof capabilitiesOf>>();

const sdk: ClientSdk<Client> = {
  transports: {
    http: (url, options) => new StreamableHTTPClientTransport(url, options as StreamableHTTPClientTransportOptions),
    sse: (url, options) => new SSEClientTransport(url, options as SSEClientTransportOptions),
  },
  createClient: ({ clientInfo, handlers, transport }) => {
    const isStdio = isStdioCommand(transport);
    const probe = isStdio ? { timeoutMs: probeMs } : {};
    const capabilities = capabilitiesOf(handlers);
    const client = new Client(clientInfo, { capabilities, versionNegotiation: { mode: 'auto', probe } });
    if (isStdio) overStdio.add(client);
    declared.set(client, capabilities);
    setRequestHandlers(client, handlers);
    return client;
  },
  connect: openConnection,
  request: sendRequest,
  onToolsChanged: (client, listener) => client.setNotificationHandler(toolListChanged, () => listener()),
  onOffersChanged: (client, listener) => {
    for (const method of offerListsChanged) client.setNotificationHandler(method, () => listener());
  },
  followLists: (client, listeners, signal) => void followLists(client, listeners, signal),
  protocolVersionOf: (client) => client.getNegotiatedProtocolVersion(),
  toLinkError: (error) => (error instanceof UnauthorizedError ? createLoginError(error) : toCodedError(error)),
};

/**
 * Connects to a server with `@modelcontextprotocol/client`: protocol version 2026-07-28, or 2025-11-25 and older with
 * servers that do not support it.
 */
export function connect(settings: LinkSettings): Promise<RemoteLink> {
  return connectClient(sdk, settings);
}

/** Creates a link over a client of `@modelcontextprotocol/client` that the application has connected. */
export function adopt(client: object, observer?: LinkObserver): RemoteLink {
  return adoptClient(sdk, client as Client, observer);
}

/** Completes a login with the result of the redirect: all query parameters, or only the code. */
export async function finishAuth(answer: URLSearchParams | string, { url, auth, send }: LoginSettings): Promise<void> {
  const options = httpOptions(auth, send) as { readonly authProvider?: OAuthClientProvider; readonly fetch: Fetch };
  const transport = new StreamableHTTPClientTransport(url, options);
  await (typeof answer === 'string' ? transport.finishAuth(answer) : transport.finishAuth(answer));
}

async function openConnection(client: Client, transport: TappedTransport, options: SdkRequestOptions): Promise<void> {
  // By these members, the SDK recognizes a process, for which a negotiation without a response means an older protocol version.
  if (overStdio.has(client)) Object.assign(transport, { pid: undefined, stderr: undefined });
  try {
    await client.connect(transport as unknown as Parameters<Client['connect']>[0], options);
  } catch (error) {
    // A server that rejects the connection itself with 401 requires the user to log in.
    throw error instanceof SdkHttpError && error.status === 401 ? createLoginError(error) : error;
  }
}

async function sendRequest(
  client: Client,
  { method, params: given, tool, acceptsTasks }: LinkRequest,
  options: SdkRequestOptions,
): Promise<unknown> {
  const params = acceptsTasks === true ? declareTasks(client, given) : given;
  if (tool === undefined || !hasHeaders(tool))
    return client.request({ method, params: { ...params } }, anyResult, options);
  // The SDK needs the definition to send arguments as headers, too (SEP-2243).
  const { name, inputSchema } = tool as unknown as Tool;
  const toolDefinition: Tool = { name, inputSchema };
  return client.callTool(params as Parameters<Client['callTool']>[0], { ...options, toolDefinition });
}

/** Declares that the sender of a request awaits tasks. The SDK's own requests do not: it refuses tasks. */
function declareTasks(client: Client, params: LinkRequest['params']): LinkRequest['params'] {
  const capabilities = declared.get(client);
  if (capabilities === undefined || client.getProtocolEra() !== 'modern') return params;
  const withTasks = { ...capabilities, extensions: { ...capabilities.extensions, [tasksExtension]: {} } };
  const meta = isRecord(params._meta) ? params._meta : {};
  return { ...params, _meta: { ...meta, [capabilitiesKey]: withTasks } };
}

function hasHeaders({ inputSchema }: RemoteTool): boolean {
  return JSON.stringify(inputSchema).includes('"x-mcp-header"');
}
