import type { McpObserver } from '../../../../base/network/mcp-observer.js';
import type { OutboundRules } from '../../../../base/network/outbound-rules.js';
import type { RemoteProgress, RemoteServer, RemoteTool } from '../../protocol/remote-tool.js';
import type { AuthTools } from '../auth/auth-tools.js';
import type { LinkAuth } from '../auth/link-auth.js';
import type { HttpEndpoint, StdioCommand } from '../endpoint/transport-options.js';
import type { HeaderProvider } from '../http/outgoing-headers.js';
import type { OutgoingCall } from '../http/remote-call.js';
import type { Fetch } from '../http/stream-watch.js';

/** A request to a server. */
export interface LinkRequest {
  readonly method:
    | 'tools/list'
    | 'tools/call'
    | 'tasks/get'
    | 'tasks/update'
    | 'tasks/cancel'
    | 'subscriptions/listen'
    | 'resources/list'
    | 'resources/templates/list'
    | 'resources/read'
    | 'resources/subscribe'
    | 'resources/unsubscribe'
    | 'prompts/list'
    | 'prompts/get'
    | 'completion/complete'
    | 'skills/list';
  readonly params: Readonly<Record<string, unknown>>;
  /** The definition of the tool that is called, as the server listed it. */
  readonly tool?: RemoteTool | undefined;
  /** Cancels the request and notifies the server. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: RemoteProgress) => void) | undefined;
  /**
   * Called when the resource of `resources/subscribe` may have changed. The request then lasts until the signal fires, and
   * fails when the server no longer reports changes.
   */
  readonly onUpdate?: (() => void) | undefined;
  /** Whether the request declares that its sender awaits tasks, if the protocol has them. `taskIn` finds one in an answer. */
  readonly acceptsTasks?: boolean | undefined;
}

/** An open, initialised connection to a server. A binder creates it with one of the official SDKs. */
export interface RemoteLink {
  readonly server: RemoteServer;
  /** Whether the server has a session for this connection. A session can be lost on the server. */
  readonly hasSession: boolean;
  /** Sends a request and resolves with its unparsed result. Rejects with the error of the SDK. */
  request(request: LinkRequest): Promise<unknown>;
  /**
   * Calls a listener when the server reports a change of a task, until the signal fires. Settles when the server no longer
   * reports any. Rejects with the error of the SDK.
   */
  followTask?(taskId: string, onChange: () => void, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** An observer that is notified of the events of a connection. */
export interface LinkObserver {
  /** Called when the connection has ended without being closed locally. */
  onLost(reason: string): void;
  /** Called when the server no longer has the session. It will refuse the requests that it has not answered. */
  onSessionLost(): void;
  /** Called when the tools of the server may have changed. @default changes are not followed */
  readonly onToolsChanged?: (() => void) | undefined;
  /** Called when the resources or the prompts of the server may have changed. @default changes are not followed */
  readonly onOffersChanged?: (() => void) | undefined;
  /** Called when the server violated the protocol in a way that could be tolerated. */
  onAnomaly(kind: string, message: string): void;
}

/** What a server asks the user in a form, as the SDK has validated it. The other members are those of the protocol. */
export interface RemoteQuestion extends RequestParams {
  readonly message: string;
  /** The schema of the answer. */
  readonly requestedSchema?: RequestParams | undefined;
}

/** A page that a server asks the user to visit, such as to log in at a third party. */
export interface RemoteVisit {
  /** The URL, normalised: https, or http on the loopback interface, without a user name. */
  readonly url: string;
  /** The host and the port of the URL. International names are in ASCII (Punycode). */
  readonly host: string;
  /** What the server says about the visit. It is sanitized but untrusted. */
  readonly message: string;
}

/** Whether the user visits a page. */
export interface RemoteVisitAnswer extends RequestParams {
  readonly action: 'accept' | 'decline' | 'cancel';
}

/** What a server asks a model, as the SDK has validated it. The other members are those of the protocol. */
export interface RemotePrompt extends RequestParams {
  readonly messages: readonly (RequestParams & { readonly role: 'user' | 'assistant'; readonly content: unknown })[];
  readonly maxTokens: number;
  readonly systemPrompt?: string | undefined;
}

/** The parameters or the result of a request. */
type RequestParams = Readonly<Record<string, unknown>>;

/** The handlers for requests from a server. Params and results have the types of the protocol. */
export interface RemoteHandlers {
  /** Asks the user a question in a form, for `elicitation/create`. */
  readonly elicit?: RequestHandler<RequestOrigin, RemoteQuestion> | undefined;
  /**
   * Shows the user the URL of a page that a server asks to visit (elicitation in URL mode), and resolves when the user has decided.
   * Ask for consent, show the full URL, and let only the user open it: toolwright opens no page. Servers that need the result
   * find it out themselves. @default servers cannot ask for visits
   */
  readonly visit?:
    | ((visit: RemoteVisit, origin: RequestOrigin) => RemoteVisitAnswer | Promise<RemoteVisitAnswer>)
    | undefined;
  /**
   * Asks a model for a completion, for `sampling/createMessage`. Protocol version 2026-07-28 deprecates sampling (SEP-2577): set it
   * only for servers that require it.
   */
  readonly sample?: RequestHandler<RequestOrigin, RemotePrompt> | undefined;
  /**
   * The folders that the server may access, for `roots/list`; or a function that returns them on each request. Protocol version
   * 2026-07-28 deprecates roots (SEP-2577): pass folders as arguments of tools or in the configuration of the server instead.
   */
  readonly roots?: readonly RemoteRoot[] | (() => readonly RemoteRoot[] | Promise<readonly RemoteRoot[]>) | undefined;
  /**
   * Whether the application is a host of MCP Apps: it shows the views of tools, and calls the tools that only views call
   * (`source.appTools`). @default false
   */
  readonly apps?: boolean | undefined;
}

/** A handler for requests from a server. An error that it throws is sent to the server as an error response. */
export type RequestHandler<Origin = RequestOrigin, Params = RequestParams> = (
  params: Params,
  origin: Origin,
) => RequestParams | Promise<RequestParams>;

/** The connection over which a server has sent a request. */
export interface RequestOrigin {
  /** The signal that aborts when the server cancels the request. */
  readonly signal: AbortSignal;
  /**
   * The calls that are running over the connection. The request of the server belongs to one of them. If the source has
   * `headers` as a function, all of them have the same headers.
   */
  readonly calls: readonly OutgoingCall[];
}

/** The handlers for requests over one link. */
export interface LinkHandlers extends Pick<RemoteHandlers, 'roots' | 'apps'> {
  readonly elicit?: RequestHandler<Pick<RequestOrigin, 'signal'>, RemoteQuestion> | undefined;
  readonly visit?: RequestHandler<Pick<RequestOrigin, 'signal'>, RemoteVisit> | undefined;
  readonly sample?: RequestHandler<Pick<RequestOrigin, 'signal'>, RemotePrompt> | undefined;
}

/** A folder that a server may access. */
export interface RemoteRoot {
  /** The URI of the folder. It begins with `file://`. */
  readonly uri: string;
  readonly name?: string | undefined;
}

/** The settings of a new connection. */
export interface LinkSettings {
  readonly transport: StdioCommand | HttpEndpoint;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly handlers: LinkHandlers;
  /** The headers to add to each request over HTTP. @default only those of the transport */
  readonly headers?: HeaderProvider | undefined;
  /** How requests over HTTP are authorised. @default only by the headers */
  readonly auth?: LinkAuth | undefined;
  /** The hosts to which requests over HTTP may be sent, in addition to that of the transport. */
  readonly outbound: OutboundRules;
  readonly maxMessageBytes: number;
  readonly observer: LinkObserver;
  /** The observer of the requests to the server. */
  readonly telemetry?: McpObserver | undefined;
  /** Cancels connecting. */
  readonly signal: AbortSignal;
}

/** The login that is completed. */
export interface LoginSettings {
  readonly url: URL;
  readonly auth: LinkAuth | undefined;
  readonly send: Fetch;
}

/** A module that connects with one official SDK. */
export interface ClientBinder {
  readonly authTools: AuthTools;
  connect(settings: LinkSettings): Promise<RemoteLink>;
  /** Creates a link over a client of the SDK that the application has connected. The application closes the client. */
  adopt(client: object, observer?: LinkObserver): RemoteLink;
  /**
   * Answers a question of a task with a handler.
   *
   * @throws ToolExecutionError if there is no handler for the question, or the question is malformed.
   */
  answerQuestion?(question: unknown, handlers: LinkHandlers, signal: AbortSignal): Promise<unknown>;
  /**
   * Completes a login with the result of the redirect: all query parameters, or only the code.
   *
   * @param login - The URL of the server, the authorisation, and the fetch that sends the requests.
   */
  finishAuth(answer: URLSearchParams | string, login: LoginSettings): Promise<void>;
}
