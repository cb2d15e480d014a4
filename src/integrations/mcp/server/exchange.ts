import type { McpRequestInfo } from '../http/request-info.js';
import type { McpClientCapabilities, McpProgressToken } from '../protocol/messages.js';
import type { Cancellation } from './open-calls.js';
import type { Notify } from './outbox.js';

/** A request that a binder passes to the handlers, with the means to reach its client. */
export interface McpExchange extends Cancellation {
  /** The ID of the call, if several requests run it. @default a new ID */
  readonly callId?: string | undefined;
  /** The application's own description of the client. */
  readonly auth: unknown;
  /** The HTTP request; undefined for other transports. */
  readonly http: McpRequestInfo | undefined;
  /** The `_meta` of the request. */
  readonly meta: unknown;
  /** The declared capabilities; undefined if the client has declared none, such as without a session. */
  readonly capabilities: McpClientCapabilities | undefined;
  readonly progressToken: McpProgressToken | undefined;
  readonly notify: Notify;
  /** Sends the client a question that belongs to this request. */
  readonly request: (question: McpQuestion, signal: AbortSignal) => Promise<unknown>;
  /** Whether the client can read large results as resources of the server. */
  readonly readsResources: boolean;
  /** Whether the call runs as a task. */
  readonly isTask?: boolean | undefined;
  /** Called when the tool itself begins, after middleware, approval and validation. */
  readonly onAttempt?: (() => void) | undefined;
  /**
   * Whether a call that requires a capability that its client did not declare is rejected with a protocol error, as
   * specified from 2026-07-28 on. Otherwise the failure is a result, which the model reads.
   */
  readonly refusesUndeclared: boolean;
}

/** A question to the client. */
export interface McpQuestion {
  readonly method: McpClientMethod;
  readonly params?: unknown;
  /** The key that the tool has set for the question. */
  readonly key?: string | undefined;
  /** Whether the answer approves the call. */
  readonly isApproval?: boolean | undefined;
}

/** Questions to the client, by the keys under which it sends its answers. */
export type InputRequests = Readonly<Record<string, Pick<McpQuestion, 'method' | 'params'>>>;

/** The methods of the requests that a server may send to its client. */
export type McpClientMethod = 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
