import type { McpClientCapabilities, McpProgressToken } from '../protocol/messages.js';
import type { Notify } from './progress-reporter.js';

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
  readonly request: (method: McpClientMethod, params: unknown, signal: AbortSignal) => Promise<unknown>;
}

/** What a server may ask its client. */
export type McpClientMethod = 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
