import { optionRule } from '../options/option-rules.js';

/** An observer of the requests between MCP clients and servers, such as the result of `telemetry()`. */
export interface McpObserver {
  /** Called when a client sends a request, and when a server has received one. */
  observe(request: McpObservedRequest): McpObservation;
}

/** A request of the Model Context Protocol. */
export interface McpObservedRequest {
  /** The end that observes the request: the client that sends it, or the server that answers it. */
  readonly side: 'client' | 'server';
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>> | undefined;
  /** The JSON-RPC ID of the request; undefined if it is not known. */
  readonly id?: string | number | undefined;
  /** The protocol version; undefined while it is not negotiated. */
  readonly protocolVersion?: string | undefined;
  /** The ID of the session over Streamable HTTP; undefined without a session. */
  readonly sessionId?: string | undefined;
  /** The transport; undefined if the application has connected the client. */
  readonly transport?: 'http' | 'stdio' | undefined;
  /** The URL to which a client sends the request; undefined for other transports. */
  readonly url?: URL | undefined;
}

/** A request that is observed. */
export interface McpObservation {
  /** The params to send or to handle in place of those of the request: their `_meta` names the trace of the observer. */
  readonly params: Readonly<Record<string, unknown>> | undefined;
  /**
   * Called once when the request has ended.
   *
   * @param answer - The answer; undefined if the request was cancelled.
   */
  end(answer: McpObservedAnswer | undefined): void;
}

/** How a request has ended: with the result or the error of a JSON-RPC response, or with a failure to exchange messages. */
export type McpObservedAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | {
      /** The name of the failure, such as the class of an error. It is one of few values. */
      readonly failure: string;
    };

/** The rule of an option with an observer. */
export const mcpObserver = optionRule<McpObserver>('an observer, such as the result of telemetry()', isObserver);

/** Whether a value has the method of an observer. The result of `telemetry()` is a function. */
function isObserver(value: unknown): boolean {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  return 'observe' in value && typeof value.observe === 'function';
}
