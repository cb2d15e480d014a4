import type { WireTransport } from '../protocol/wire-transport.js';
import { type Fetch, resumeSchedule, type StreamListener, StreamWatch } from './http/stream-watch.js';
import { isEventStream, watchedResponse } from './http/watched-body.js';
import { authProviderOf, headersOf } from './http/wire-headers.js';
import type { LinkSettings } from './remote-link.js';
import { StdioTransport } from './stdio/stdio-transport.js';
import { type HttpEndpoint, isStdioCommand, type OAuthProvider, type StdioCommand } from './transport-options.js';

/** Options of an SDK's transports over HTTP. */
export interface HttpOptions {
  readonly requestInit: RequestInit;
  readonly authProvider?: OAuthProvider;
  readonly fetch?: Fetch;
  readonly reconnectionOptions?: typeof resumeSchedule;
}

/** A transport over HTTP, which can end our session with the server. */
interface SessionTransport extends WireTransport {
  terminateSession(): Promise<void>;
}

/** Makes an SDK's transports over HTTP. */
export interface HttpTransports {
  readonly http: (url: URL, options: HttpOptions) => object;
  readonly sse: (url: URL, options: HttpOptions) => object;
}

/** A transport to a server, with the work around it. */
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
export function openWire(settings: LinkSettings, streams: StreamListener, sdk: HttpTransports): Wire {
  const { transport, maxMessageBytes } = settings;
  if (isStdioCommand(transport)) return stdioWire(transport, settings);
  const [url, options] = [new URL(transport.url), httpOptions(transport)];
  if (transport.type === 'sse') {
    const sse = sdk.sse(url, { ...options, fetch: singleStreamFetch(streams) });
    return { transport: sse as WireTransport, ending };
  }
  const watch = new StreamWatch(streams, maxMessageBytes);
  const resumable = { ...options, fetch: watch.fetch, reconnectionOptions: resumeSchedule };
  const http = sdk.http(url, resumable) as SessionTransport;
  return {
    transport: http,
    settled: (id) => watch.settled(id),
    leave: () => withinFarewell(http.terminateSession()),
    ending,
  };
}

/** Gives the options of an SDK's transport to an endpoint. */
export function httpOptions(endpoint: HttpEndpoint): HttpOptions {
  const authProvider = authProviderOf(endpoint);
  const requestInit = { headers: headersOf(endpoint) };
  return { requestInit, ...(authProvider === undefined ? {} : { authProvider }) };
}

function stdioWire(command: StdioCommand, { maxMessageBytes, observer }: LinkSettings): Wire {
  const transport = new StdioTransport({
    ...command,
    maxMessageBytes,
    onOddity: (kind, message) => observer.oddity(kind, message),
  });
  return { transport, ending: () => `its process ${transport.ending ?? 'closed it'}` };
}

/**
 * Fetches for the transport of 2024-11-05, where all answers come on one stream. The SDK would open another when it ends:
 * a session is no longer than its stream, so that what waits for an answer would wait for ever.
 */
function singleStreamFetch(streams: StreamListener): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!response.ok || !isEventStream(response)) return response;
    return watchedResponse(response, { saw: () => {}, ended: () => streams.lost('its stream has ended') });
  };
}

function ending(): string {
  return 'the transport was closed';
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
