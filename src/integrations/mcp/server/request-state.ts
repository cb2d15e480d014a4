import { emitWarning } from '../../../base/errors/emit-warning.js';
import type { OptionNames } from '../../../base/options/check-options.js';
import { callback, strings } from '../../../base/options/option-rules.js';
import { isContainer } from '../../../call/state/containers.js';
import { OverlaidState } from '../../../call/state/overlaid-state.js';
import { DefinitionError, ToolState } from '../../../index.js';
import type { McpRequestInfo } from '../http/request-info.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import type { McpExchange } from './exchange.js';

/**
 * A function that returns the state of one request, as a plain object.
 *
 * @param auth - The description of the client, from `verify` or the option `auth`.
 * @param request - The HTTP request; undefined for other transports.
 */
export type McpRequestState = (
  auth: unknown,
  request: McpRequestInfo | undefined,
) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;

/** The state of each request, with the keys of the session's state that it replaces. */
export interface McpRequestStateOptions {
  /** The top-level keys that `sessionState` sets too. @default none */
  readonly replaces?: readonly string[] | undefined;
  readonly state: McpRequestState;
}

/** The caller of a request, from whom its state is derived. */
export type RequestCaller = Pick<McpExchange, 'auth' | 'http'>;

/** The names of the options of the state of requests. */
export const requestStateNames: OptionNames<McpRequestStateOptions> = { replaces: strings, state: callback };

/** Reads the option `requestState`. */
export function readRequestState(
  option: McpRequestState | McpRequestStateOptions | undefined,
): Required<McpRequestStateOptions> | undefined {
  if (option === undefined) return undefined;
  const { state, replaces = [] } = typeof option === 'function' ? { state: option } : option;
  return { state, replaces };
}

/** The parts from which the states of requests are created. */
export interface RequestStateParts extends Required<McpRequestStateOptions> {
  /** The state of the session, without that of the toolkit. */
  readonly session: ToolState;
  readonly onError: (error: unknown) => void;
}

/**
 * Creates a function that returns the state of a request over the state of its session. It reports any error to
 * `onError`, and rejects with an McpProtocolError that does not contain it.
 */
export function createRequestStates(parts: RequestStateParts): (caller: RequestCaller) => Promise<ToolState> {
  const { session, state, onError } = parts;
  const ofSession = new Set(session.roots().flatMap(Object.keys));
  for (const key of parts.replaces) ofSession.delete(key);
  return async ({ auth, http }) => {
    try {
      const values: unknown = await state(auth, http);
      return overlay(session, checkValues(values, ofSession));
    } catch (error) {
      report(error, onError);
      throw new McpProtocolError(rpcErrorCodes.internalError, 'Internal error.');
    }
  };
}

/** Reports an error. A listener that throws must not put its own error into the response. */
function report(error: unknown, onError: RequestStateParts['onError']): void {
  try {
    onError(error);
  } catch (failure) {
    emitWarning(`The listener onError of an MCP server failed: ${String(failure)}`);
  }
}

function overlay(session: ToolState, values: Readonly<Record<string, unknown>>): ToolState {
  return new OverlaidState(new ToolState(values), session, new Set(Object.keys(values)));
}

/** Throws a DefinitionError if values are no plain object, or have a key of the session. */
function checkValues(values: unknown, ofSession: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  if (!isContainer(values) || Array.isArray(values)) {
    throw new DefinitionError('requestState must return a plain object, such as { tenant: { id } }, or {}.');
  }
  const shared = Object.keys(values).find((key) => ofSession.has(key));
  if (shared === undefined) return values as Readonly<Record<string, unknown>>;
  throw new DefinitionError(
    `requestState returned the key '${shared}', which sessionState sets too. Fix one of: remove the key from one of ` +
      `them; replace it for each request with requestState: { replaces: ['${shared}'], state }.`,
  );
}
