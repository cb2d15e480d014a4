import type { RemoteProgress, RemoteServer, RemoteTool } from '../protocol/remote-tool.js';
import type { HttpEndpoint, StdioCommand } from './transport-options.js';

/** A request to a server, and how to follow it. */
export interface LinkRequest {
  readonly method: 'tools/list' | 'tools/call';
  readonly params: Readonly<Record<string, unknown>>;
  /** The definition of the tool that is called, as the server listed it. */
  readonly tool?: RemoteTool | undefined;
  /** Cancels it: the server is told. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: RemoteProgress) => void) | undefined;
}

/** One live connection to a server, initialised. A binder makes it with one official SDK. */
export interface RemoteLink {
  readonly server: RemoteServer;
  /** Whether the server keeps a session for us, which it may forget. */
  readonly hasSession: boolean;
  /** Sends a request and gives its result, unparsed. Rejects as the SDK does. */
  request(request: LinkRequest): Promise<unknown>;
  close(): Promise<void>;
}

/** Is told what happens to a connection. */
export interface LinkObserver {
  /** The connection has ended without being closed here. */
  lost(why: string): void;
  toolsChanged(): void;
  /** The server did what it should not have done; it was put up with. */
  oddity(kind: string, message: string): void;
}

/** Handlers for the requests of a server. Params and results are those of the protocol. */
export interface RemoteHandlers {
  /** Asks the user something: `elicitation/create`. */
  readonly elicit?: RequestHandler | undefined;
  /** Asks a model something: `sampling/createMessage`. */
  readonly sample?: RequestHandler | undefined;
  /** The folders that the server may work in: `roots/list`; or a function that says them when asked. */
  readonly roots?: readonly RemoteRoot[] | (() => readonly RemoteRoot[] | Promise<readonly RemoteRoot[]>) | undefined;
}

/** Answers a request of a server. What it throws is the answer too, as an error. */
export type RequestHandler = (
  params: Readonly<Record<string, unknown>>,
  options: { readonly signal: AbortSignal },
) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;

/** A folder that a server may work in. */
export interface RemoteRoot {
  /** Begins with `file://`. */
  readonly uri: string;
  readonly name?: string | undefined;
}

/** The settings of a new connection. */
export interface LinkSettings {
  readonly transport: StdioCommand | HttpEndpoint;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly handlers: RemoteHandlers;
  readonly maxMessageBytes: number;
  readonly observer: LinkObserver;
  /** Gives up connecting. */
  readonly signal: AbortSignal;
}

/** A module that connects with one official SDK. */
export interface ClientBinder {
  connect(settings: LinkSettings): Promise<RemoteLink>;
  /** Makes a link over a client of the SDK that the application has connected, and closes itself. */
  adopt(client: object, observer?: LinkObserver): RemoteLink;
  /** Hands in with what an authorisation server has sent the user back: all parameters, or the code alone. */
  finishAuth(endpoint: HttpEndpoint, answer: URLSearchParams | string): Promise<void>;
}
