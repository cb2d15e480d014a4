import {
  auth as authorise,
  extractWWWAuthenticateParams,
  type OAuthClientProvider,
  UnauthorizedError,
} from '@modelcontextprotocol/sdk/client/auth.js';
import { createPrivateKeyJwtAuth } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport, type SSEClientTransportOptions } from '@modelcontextprotocol/sdk/client/sse.js';
import {
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResultSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { AuthTools } from '../client/auth/auth-tools.js';
import { createSdkAuthTools } from '../client/auth/sdk-auth-tools.js';
import type { Fetch } from '../client/http/stream-watch.js';
import { capabilitiesOf } from '../client/link/client-capabilities.js';
import { adoptClient, type ClientSdk, connectClient } from '../client/link/connect-client.js';
import { createLoginError } from '../client/link/login-error.js';
import { httpOptions } from '../client/link/open-wire.js';
import type { LinkObserver, LinkSettings, LoginSettings, RemoteLink } from '../client/link/remote-link.js';
import { setRequestHandlers } from './client-handlers.js';

const sdk: ClientSdk<Client> = {
  transports: {
    http: (url, options) => new StreamableHTTPClientTransport(url, options as StreamableHTTPClientTransportOptions),
    sse: (url, options) => new SSEClientTransport(url, options as SSEClientTransportOptions),
  },
  createClient: ({ clientInfo, handlers }) => {
    const client = new Client(clientInfo, { capabilities: capabilitiesOf(handlers) });
    setRequestHandlers(client, handlers);
    return client;
  },
  connect: (client, transport, options) =>
    client.connect(transport as unknown as Parameters<Client['connect']>[0], options),
  request: (client, { method, params }, options) =>
    client.request({ method, params } as Parameters<Client['request']>[0], ResultSchema, options),
  onToolsChanged: (client, listener) =>
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => listener()),
  onOffersChanged: (client, listener) => {
    client.setNotificationHandler(ResourceListChangedNotificationSchema, () => listener());
    client.setNotificationHandler(PromptListChangedNotificationSchema, () => listener());
  },
  toLinkError: (error) => (error instanceof UnauthorizedError ? createLoginError(error) : error),
};

/** What this SDK provides for client authorisation. */
export const authTools: AuthTools = {
  ...createSdkAuthTools({
    createPrivateKeyJwtAuth,
    extractWWWAuthenticateParams,
    authorise: (provider, options) => authorise(provider as OAuthClientProvider, options),
  }),
};

/** Connects to a server with `@modelcontextprotocol/sdk`: protocols 2024-11-05 to 2025-11-25. */
export function connect(settings: LinkSettings): Promise<RemoteLink> {
  return connectClient(sdk, settings);
}

/** Creates a link over a client of `@modelcontextprotocol/sdk` that the application has connected. */
export function adopt(client: object, observer?: LinkObserver): RemoteLink {
  return adoptClient(sdk, client as Client, observer);
}

/** Completes a login with the result of the redirect. This SDK accepts only the code. */
export async function finishAuth(answer: URLSearchParams | string, { url, auth, send }: LoginSettings): Promise<void> {
  const options = httpOptions(auth, send) as { readonly authProvider?: OAuthClientProvider; readonly fetch: Fetch };
  const code = typeof answer === 'string' ? answer : String(answer.get('code'));
  await new StreamableHTTPClientTransport(url, options).finishAuth(code);
}
