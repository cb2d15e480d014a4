import type { McpClientCapabilities, McpProgressToken } from '../protocol/messages.js';
import type { Notify } from './outbox.js';

/** One request as a binder hands it to the handlers: what it carries, and the way back to the client. */
export interface McpExchange {
  /** Fires when the client cancels the request or goes away. */
  readonly signal: AbortSignal;
  /** Who is calling, in the application's own terms. */
  readonly auth: unknown;
  /** Undefined where the client said nothing of itself, as without a session. */
  readonly capabilities: McpClientCapabilities | undefined;
  readonly progressToken: McpProgressToken | undefined;
  readonly notify: Notify;
  /** Asks the client something that belongs to this request. */
  readonly request: (question: McpQuestion, signal: AbortSignal) => Promise<unknown>;
  /**
   * Whether a call that needs what its client did not declare is refused as the protocol wants it from 2026-07-28 on; else
   * the model reads of it, as of any failure.
   */
  readonly refusesUndeclared: boolean;
}

/** What the client is asked. */
export interface McpQuestion {
  readonly method: McpClientMethod;
  readonly params?: unknown;
  /** What the tool calls the question. */
  readonly key?: string | undefined;
}

/** What a server may ask its client. */
export type McpClientMethod = 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
