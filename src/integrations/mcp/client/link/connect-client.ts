import { NetworkError } from '../../../../base/errors/errors.js';
import { raceSignal } from '../../../../call/abort-scope.js';
import type { RemoteProgress, RemoteServer } from '../../protocol/remote-tool.js';
import { LinkFailure } from './link-failure.js';
import { type HttpTransports, openWire } from './open-wire.js';
import type { LinkObserver, LinkRequest, LinkSettings, RemoteLink } from './remote-link.js';
import { withRequiredVisits } from './required-visits.js';
import { chainOnClose, LinkParts, SdkLink, unlimitedMs, watchClient, withOwnSignal } from './sdk-link.js';
import type { TappedTransport } from './tapped-transport.js';

/** The method by which a server reports that its list of tools has changed. */
export const toolListChanged = 'notifications/tools/list_changed';

/** The methods by which a server reports that its lists of resources and prompts have changed. */
export const offerListsChanged = [
  'notifications/resources/list_changed',
  'notifications/prompts/list_changed',
] as const;

/** The members that clients of both official SDKs have. */
interface SdkClient {
  readonly transport?: object | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  close(): Promise<void>;
  getServerVersion(): { readonly name: string; readonly version: string } | undefined;
  getInstructions(): string | undefined;
  getServerCapabilities(): object | undefined;
  removeNotificationHandler(method: typeof toolListChanged | (typeof offerListsChanged)[number]): void;
}

/** The options of a request to an SDK. */
export interface SdkRequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeout: number;
  readonly onprogress?: (progress: RemoteProgress) => void;
}

/** The listeners to changes of a server's lists. */
export type ListListeners = Pick<LinkObserver, 'onToolsChanged' | 'onOffersChanged'>;

/** The operations in which the official SDKs differ. */
export interface ClientSdk<Client extends SdkClient> {
  readonly transports: HttpTransports;
  /** Creates a client that answers the server's requests with the handlers of the settings. */
  createClient(settings: LinkSettings): Client;
  connect(client: Client, transport: TappedTransport, options: SdkRequestOptions): Promise<void>;
  request(client: Client, request: LinkRequest, options: SdkRequestOptions): Promise<unknown>;
  onToolsChanged(client: Client, listener: () => void): void;
  /** Calls a listener when the server reports changes of its resources or prompts. */
  onOffersChanged(client: Client, listener: () => void): void;
  /** Subscribes a connected client to changes of the lists, for servers that send them only on request. */
  followLists?(client: Client, listeners: ListListeners, signal: AbortSignal): void;
  /** Returns the negotiated protocol version, if the client provides it. */
  protocolVersionOf?(client: Client): string | undefined;
  /** Converts an error of the SDK to an error with a protocol or HTTP code. */
  toLinkError(error: unknown): unknown;
}

/** Connects to a server with an SDK. */
export async function connectClient<Client extends SdkClient>(
  sdk: ClientSdk<Client>,
  settings: LinkSettings,
): Promise<RemoteLink> {
  const { observer, signal } = settings;
  const parts = new LinkParts(settings, (streams) => openWire(settings, streams, sdk.transports));
  const client = sdk.createClient(settings);
  listenToLists(sdk, client, observer);
  const closing = new AbortController();
  const link = new SdkLink(
    {
      send: (request) =>
        withRequiredVisits(() => sendRequest(sdk, client, request), settings.handlers.visit, request.signal),
      server: (protocolVersion) => serverOf(client, sdk.protocolVersionOf?.(client) ?? protocolVersion),
      close: () => {
        closing.abort();
        return client.close();
      },
    },
    parts,
  );
  watchClient(client, link, { observer, wire: parts.wire });
  try {
    // The transport of 2024-11-05 waits for its stream without a limit.
    await raceSignal(sdk.connect(client, parts.tapped, { signal, timeout: unlimitedMs }), signal);
  } catch (error) {
    // Closing the link ends a process that still runs.
    const place = parts.wire.describePlace();
    await link.close();
    throw new LinkFailure(sdk.toLinkError(error), place);
  }
  sdk.followLists?.(client, observer, closing.signal);
  return link;
}

function listenToLists<Client extends SdkClient>(
  sdk: ClientSdk<Client>,
  client: Client,
  { onToolsChanged, onOffersChanged }: ListListeners,
): void {
  if (onToolsChanged !== undefined) sdk.onToolsChanged(client, onToolsChanged);
  if (onOffersChanged !== undefined) sdk.onOffersChanged(client, onOffersChanged);
}

/**
 * Creates a link over a client that the application has connected. Closing the client remains up to the application.
 * With an observer, the link handles the end of the client's connection and changes of its tools until the link is
 * closed.
 *
 * @throws NetworkError if the client is not connected.
 */
export function adoptClient<Client extends SdkClient>(
  sdk: ClientSdk<Client>,
  client: Client,
  observer?: LinkObserver,
): RemoteLink {
  if (client.transport === undefined) throw new NetworkError('The client is not connected.');
  const release = observer === undefined ? () => {} : observeClient(sdk, client, observer);
  return {
    server: serverOf(client, sdk.protocolVersionOf?.(client)),
    hasSession: false,
    request: ({ signal, ...request }) =>
      withOwnSignal(signal, (own) => sendRequest(sdk, client, { ...request, signal: own })),
    close: async () => release(),
  };
}

function observeClient<Client extends SdkClient>(
  sdk: ClientSdk<Client>,
  client: Client,
  observer: LinkObserver,
): () => void {
  const unchain = chainOnClose(client, () => observer.onLost('the client was closed'));
  const closing = new AbortController();
  listenToLists(sdk, client, observer);
  sdk.followLists?.(client, observer, closing.signal);
  return () => {
    closing.abort();
    unchain();
    if (observer.onToolsChanged !== undefined) client.removeNotificationHandler(toolListChanged);
    if (observer.onOffersChanged === undefined) return;
    for (const method of offerListsChanged) client.removeNotificationHandler(method);
  };
}

async function sendRequest<Client extends SdkClient>(
  sdk: ClientSdk<Client>,
  client: Client,
  { signal, onProgress, ...request }: LinkRequest,
): Promise<unknown> {
  const progress = onProgress === undefined ? {} : { onprogress: onProgress };
  try {
    return await sdk.request(client, request, { signal, timeout: unlimitedMs, ...progress });
  } catch (error) {
    throw sdk.toLinkError(error);
  }
}

function serverOf(client: SdkClient, protocolVersion: string | undefined): RemoteServer {
  const { name, version } = client.getServerVersion() ?? { name: '', version: '' };
  return {
    name,
    version,
    protocolVersion,
    instructions: client.getInstructions(),
    capabilities: client.getServerCapabilities() as RemoteServer['capabilities'],
  };
}
