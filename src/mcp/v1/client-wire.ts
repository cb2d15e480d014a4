import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { resumeSchedule, type StreamListener, StreamWatch } from '../client/http/stream-watch.js';
import { authProviderOf, headersOf } from '../client/http/wire-headers.js';
import type { LinkSettings } from '../client/remote-link.js';
import { StdioTransport } from '../client/stdio/stdio-transport.js';
import { type HttpEndpoint, isStdioCommand, type StdioCommand } from '../client/transport-options.js';
import type { WireTransport } from '../protocol/wire-transport.js';

/** A transport as the SDK's client takes it. */
export type SdkTransport = Parameters<Client['connect']>[0];

/** What reaches a server, and what else there is to do with it. */
export interface Wire {
  readonly transport: WireTransport;
  /** Is told of requests that are not waited for any more. */
  readonly settled?: ((id: unknown) => void) | undefined;
  /** Ends our session with the server. */
  readonly leave?: (() => Promise<void>) | undefined;
  /** Why the connection has ended. */
  readonly ending: () => string;
}

// How long a server may take to end our session before we leave without, in milliseconds.
const farewellMs = 1_000;

/** Makes the transport to a server, not started yet. */
export function openWire(settings: LinkSettings, streams: StreamListener): Wire {
  const { transport } = settings;
  if (isStdioCommand(transport)) return stdioWire(transport, settings);
  if (transport.type === 'sse') return sseWire(transport);
  return httpWire(transport, new StreamWatch(streams, settings.maxMessageBytes));
}

/** Hands in the code with which an authorisation server has sent the user back. */
export async function finishAuth(endpoint: HttpEndpoint, code: string): Promise<void> {
  const { url, options } = sdkOptions(endpoint);
  await new StreamableHTTPClientTransport(url, options).finishAuth(code);
}

function stdioWire(command: StdioCommand, { maxMessageBytes, observer }: LinkSettings): Wire {
  const transport = new StdioTransport({
    ...command,
    maxMessageBytes,
    onOddity: (kind, message) => observer.oddity(kind, message),
  });
  return { transport, ending: () => `its process ${transport.ending ?? 'closed it'}` };
}

function httpWire(endpoint: HttpEndpoint, watch: StreamWatch): Wire {
  const { url, options } = sdkOptions(endpoint);
  const transport = new StreamableHTTPClientTransport(url, {
    ...options,
    fetch: watch.fetch,
    reconnectionOptions: resumeSchedule,
  });
  return {
    transport: transport as unknown as WireTransport,
    settled: (id) => watch.settled(id),
    leave: () => withinFarewell(transport.terminateSession()),
    ending: () => 'the transport was closed',
  };
}

function sseWire(endpoint: HttpEndpoint): Wire {
  const { url, options } = sdkOptions(endpoint);
  const transport = new SSEClientTransport(url, options);
  return { transport: transport as unknown as WireTransport, ending: () => 'the transport was closed' };
}

function sdkOptions(endpoint: HttpEndpoint): {
  readonly url: URL;
  readonly options: { readonly requestInit: RequestInit; readonly authProvider?: OAuthClientProvider };
} {
  const authProvider = authProviderOf(endpoint) as OAuthClientProvider | undefined;
  const requestInit = { headers: headersOf(endpoint) };
  return {
    url: new URL(endpoint.url),
    options: { requestInit, ...(authProvider === undefined ? {} : { authProvider }) },
  };
}

/** A server that is gone, or slow, does not keep us. */
async function withinFarewell(leaving: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, farewellMs);
  });
  await Promise.race([leaving.catch(() => {}), late]);
  clearTimeout(timer);
}
