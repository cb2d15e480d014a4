import type { ToolContext } from '../../../call/tool-context.js';
import type { ToolArguments } from '../../../call/tool-executor.js';

/**
 * The request that guards, interceptors, filters and request-scoped providers see if a tool is called without one: from
 * code, by a model, over standard input. It has the properties of a request that they read most.
 */
export interface PlaceholderRequest {
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
  /** The arguments of the tool. */
  readonly body: unknown;
  /** The identity of the caller: the `auth` of the call. */
  user: unknown;
}

/** Creates the placeholder for the request of a call. */
export function createPlaceholderRequest(toolName: string, { auth }: Pick<ToolContext, 'auth'>, args: ToolArguments) {
  const request: PlaceholderRequest = {
    method: 'POST',
    url: `/tools/${toolName}`,
    headers: {},
    query: {},
    params: { name: toolName },
    body: args,
    user: auth,
  };
  return request;
}
