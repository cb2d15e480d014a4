import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ResultSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { AuthenticationError, NetworkError } from '../../errors.js';
import { ProgressRouter } from '../client/progress-router.js';
import type { LinkObserver, LinkRequest, LinkSettings, RemoteLink } from '../client/remote-link.js';
import { TappedTransport } from '../client/tapped-transport.js';
import type { RemoteProgress, RemoteServer } from '../protocol/remote-tool.js';
import { answerWith, capabilitiesOf } from './client-handlers.js';
import { openWire, type SdkTransport, type Wire } from './client-wire.js';

export { finishAuth } from './client-wire.js';

// The SDK limits the time of each request; ours is limited where all tool calls are. setTimeout takes no more than this.
const unlimitedMs = 2_147_483_647;

/** Connects to a server with `@modelcontextprotocol/sdk`: protocols 2024-11-05 to 2025-11-25. */
export async function connect(settings: LinkSettings): Promise<RemoteLink> {
  const { observer, signal } = settings;
  const progress = new ProgressRouter();
  const wire = openWire(settings, {
    isWaiting: (id) => tapped.isWaiting(id),
    fail: (id, error) => tapped.fail(id, error),
    lost: (why) => observer.lost(why),
  });
  const tapped = new TappedTransport(wire.transport, progress, {
    oddity: (kind, message) => observer.oddity(kind, message),
    settled: wire.settled,
  });
  const client = new Client(settings.clientInfo, { capabilities: capabilitiesOf(settings.handlers) });
  answerWith(client, settings.handlers);
  const link = new ClientLink(client, { wire, tapped, progress, observer });
  try {
    await client.connect(tapped as unknown as SdkTransport, { signal, timeout: unlimitedMs });
  } catch (error) {
    await link.close();
    if (!(error instanceof UnauthorizedError)) throw error;
    throw new AuthenticationError('The server wants its user to log in first.', { cause: error });
  }
  return link;
}

class ClientLink implements RemoteLink {
  readonly #client: Client;
  readonly #wire: Wire;
  readonly #tapped: TappedTransport;
  readonly #progress: ProgressRouter;
  #closing: Promise<void> | undefined;

  constructor(
    client: Client,
    parts: {
      readonly wire: Wire;
      readonly tapped: TappedTransport;
      readonly progress: ProgressRouter;
      readonly observer: LinkObserver;
    },
  ) {
    const { observer } = parts;
    this.#client = client;
    this.#wire = parts.wire;
    this.#tapped = parts.tapped;
    this.#progress = parts.progress;
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => observer.toolsChanged());
    client.onerror = (error) => {
      if (this.#closing === undefined) observer.oddity('protocol', error.message);
    };
    client.onclose = () => {
      if (this.#closing === undefined) observer.lost(this.#wire.ending());
    };
  }

  get server(): RemoteServer {
    return serverOf(this.#client, this.#tapped.protocolVersion);
  }

  get hasSession(): boolean {
    return this.#tapped.sessionId !== undefined;
  }

  async request({ method, params, signal, onProgress }: LinkRequest): Promise<unknown> {
    const token = onProgress === undefined ? undefined : this.#progress.open(onProgress);
    const sent = token === undefined ? params : { ...params, _meta: { progressToken: token } };
    try {
      return await sendRequest(this.#client, { method, params: sent }, { signal });
    } finally {
      if (token !== undefined) this.#progress.close(token);
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#wire.leave?.();
    // Also where the client has let go of its transport already.
    await Promise.all([this.#client.close(), this.#tapped.close()]);
  }
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
    request: ({ method, params, signal, onProgress }) =>
      sendRequest(sdkClient, { method, params }, { signal, onProgress }),
    close: async () => release(),
  };
}

function observe(client: Client, observer: LinkObserver): () => void {
  const before = client.onclose;
  const onClose = (): void => {
    before?.();
    observer.lost('the client was closed');
  };
  client.onclose = onClose;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => observer.toolsChanged());
  return () => {
    if (client.onclose === onClose) client.onclose = before;
    client.removeNotificationHandler('notifications/tools/list_changed');
  };
}

async function sendRequest(
  client: Client,
  request: Pick<LinkRequest, 'method' | 'params'>,
  { signal, onProgress }: Pick<LinkRequest, 'signal' | 'onProgress'>,
): Promise<unknown> {
  signal?.throwIfAborted();
  // Its own signal: the SDK never lets go of one, and would cancel what has ended long ago.
  const cancel = new AbortController();
  const onAbort = (): void => cancel.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const onprogress = onProgress === undefined ? undefined : (told: RemoteProgress) => onProgress(told);
    const options = {
      signal: cancel.signal,
      timeout: unlimitedMs,
      ...(onprogress === undefined ? {} : { onprogress }),
    };
    return await client.request(request as Parameters<Client['request']>[0], ResultSchema, options);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

function serverOf(client: Client, protocolVersion: string | undefined): RemoteServer {
  const { name, version } = client.getServerVersion() ?? { name: '', version: '' };
  return { name, version, protocolVersion, instructions: client.getInstructions() };
}
