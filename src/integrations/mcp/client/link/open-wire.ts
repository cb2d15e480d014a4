import { settleWithin } from '../../../../base/async/settle-within.js';
import { isEventStream } from '../../../../base/network/server-sent-events.js';
import type { WireTransport } from '../../protocol/wire-transport.js';
import type { OAuthProvider } from '../auth/auth-option.js';
import type { LinkAuth } from '../auth/link-auth.js';
import { createEndpointFetch } from '../endpoint/endpoint-fetch.js';
import { isStdioCommand, type StdioCommand } from '../endpoint/transport-options.js';
import { type Fetch, resumeSchedule, type StreamListener, StreamWatch } from '../http/stream-watch.js';
import { watchResponse } from '../http/watch-response.js';
import { describeCommand } from '../stdio/describe-command.js';
import { StdioTransport } from '../stdio/stdio-transport.js';
import type { LinkSettings } from './remote-link.js';

/** The options of an SDK's HTTP transports. */
export interface HttpOptions {
  readonly authProvider?: OAuthProvider;
  readonly fetch: Fetch;
  readonly reconnectionOptions?: typeof resumeSchedule;
}

/** An HTTP transport that can terminate its session with the server. */
interface SessionTransport extends WireTransport {
  terminateSession(): Promise<void>;
}

/** The factories of an SDK's HTTP transports. */
export interface HttpTransports {
  readonly http: (url: URL, options: HttpOptions) => object;
  readonly sse: (url: URL, options: HttpOptions) => object;
}

/** A transport to a server, with the operations that depend on its kind. */
export interface Wire {
  readonly transport: WireTransport;
  /** Called when a request is no longer pending. */
  readonly onSettled?: ((id: unknown) => void) | undefined;
  /** Terminates the session with the server. */
  readonly terminateSession?: (() => Promise<void>) | undefined;
  /** Returns the reason why the connection has ended. */
  readonly describeEnd: () => string;
  /** Returns what developers need to know about a server that cannot be reached, without secrets. */
  readonly describePlace: () => string;
}

// The time limit for terminating the session before the connection is closed anyway, in milliseconds.
const terminationTimeoutMs = 1_000;

/** Creates the transport to a server without starting it. */
export function openWire(settings: LinkSettings, streams: StreamListener, sdk: HttpTransports): Wire {
  const { transport, auth, headers, outbound, observer, maxMessageBytes } = settings;
  if (isStdioCommand(transport)) return stdioWire(transport, settings);
  const url = new URL(transport.url);
  const onDenied = (message: string): void => observer.onAnomaly('outbound', message);
  const send = createEndpointFetch(transport, { headers, auth, rules: outbound, onDenied });
  if (transport.type === 'sse') {
    const sse = sdk.sse(url, httpOptions(auth, singleStreamFetch(send, streams)));
    return { transport: sse as WireTransport, describeEnd, describePlace: () => describeUrl(url) };
  }
  const watch = new StreamWatch(send, streams, maxMessageBytes);
  const options = { ...httpOptions(auth, watch.fetch), reconnectionOptions: resumeSchedule };
  const http = sdk.http(url, options) as SessionTransport;
  return {
    transport: http,
    onSettled: (id) => watch.release(id),
    terminateSession: () => limitTermination(http.terminateSession()),
    describeEnd,
    describePlace: () => describeUrl(url),
  };
}

/** Returns the options of an SDK's transport, whose requests are sent with a fetch. */
export function httpOptions(auth: LinkAuth | undefined, send: Fetch): HttpOptions {
  return { fetch: send, ...(auth === undefined ? {} : { authProvider: auth.provider }) };
}

function stdioWire(command: StdioCommand, { maxMessageBytes, observer }: LinkSettings): Wire {
  const transport = new StdioTransport({
    ...command,
    maxMessageBytes,
    onAnomaly: (kind, message) => observer.onAnomaly(kind, message),
  });
  return {
    transport,
    describeEnd: () => `its process ${transport.endReason ?? 'closed the connection'}`,
    describePlace: () => describeCommand(command, transport),
  };
}

/**
 * Returns the `fetch` for the transport of 2024-11-05, where all responses arrive on one stream. The session ends with
 * the stream. The SDK would open another stream, and pending requests would never settle.
 */
function singleStreamFetch(send: Fetch, streams: StreamListener): Fetch {
  return async (url, init) => {
    const response = await send(url, init);
    if (!response.ok || !isEventStream(response.headers)) return response;
    return watchResponse(response, { onBytes: () => {}, onEnd: () => streams.onLost('its stream has ended') });
  };
}

function describeEnd(): string {
  return 'the transport was closed';
}

/** Names a URL without its parts that may be secret: the credentials, the query and the fragment. */
function describeUrl({ origin, pathname }: URL): string {
  return `The URL is ${origin}${pathname}.`;
}

/** Waits for the termination of a session, but only for a limited time. */
async function limitTermination(terminating: Promise<void>): Promise<void> {
  await settleWithin(
    terminating.catch(() => {}),
    terminationTimeoutMs,
  );
}
