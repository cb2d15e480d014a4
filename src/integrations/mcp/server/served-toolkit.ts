import type { Observable } from 'rxjs';
import { emitWarning } from '../../../base/errors/emit-warning.js';
import { partOfHost } from '../../../call/host-call.js';
import {
  type SessionOptions,
  ToolExecutionError,
  type Toolkit,
  type ToolProvider,
  type ToolScope,
  type ToolSpec,
  ToolState,
} from '../../../index.js';
import { flowPartKey } from '../../../toolkit/flow-part.js';
import { registeredSpecsOf } from '../../../toolkit/registered-specs.js';
import { toToolkit } from '../../shared/to-toolkit.js';
import { checkDecidingViews } from '../apps/view-decisions.js';
import type { McpRequestInfo } from '../http/request-info.js';
import type { OutputRule } from './listed-tool.js';
import { createRequestStates, type RequestCaller, readRequestState } from './request-state.js';
import { type McpServerOptions, type McpToolOptions, serveDefaults } from './serve-options.js';
import { StoredMcpTasks } from './stored-mcp-tasks.js';
import { taskDefaults } from './task-limits.js';
import { ToolServer, type ToolServerParts } from './tool-server.js';

/** Tools that can be served: a toolkit, or a provider that can be registered in one. */
export type McpServed = Toolkit | ToolProvider;

/** The identity of a client. */
export interface McpClientIdentity {
  readonly auth: unknown;
  readonly request?: McpRequestInfo | undefined;
  /** The output rule of the SDK that serves the client. */
  readonly outputs: OutputRule;
  /** The options of the client's session. @default the toolkit's active groups, which a model can change */
  readonly session?: Pick<SessionOptions, 'id' | 'groups' | 'fixedGroups'> | undefined;
  /** Whether the session lasts for one request only, though its groups may last longer. @default false */
  readonly isOfRequest?: boolean | undefined;
  /** Fires when the tools of another node have changed. */
  readonly announced$?: Observable<void> | undefined;
  /** Called when a call has ended, before its result is sent. */
  readonly onCallEnded?: (() => Promise<void>) | undefined;
}

/**
 * Returns the passed toolkit, or a new one in which all passed tools are active.
 *
 * @throws DefinitionError if a view decides on calls that cannot wait for it.
 */
export function servedToolkit(served: McpServed): Toolkit {
  const toolkit = toToolkit(served);
  reportClientTools(registeredSpecsOf(toolkit));
  checkDecidingViews(toolkit);
  return toolkit;
}

/** Emits a process warning that names the tools that are not served, because the client of the toolkit runs them. */
export function reportClientTools(specs: readonly ToolSpec[]): void {
  const names = new Set(specs.filter(({ runsOnClient }) => runsOnClient).map(({ name }) => name));
  if (names.size === 0) return;
  const listed = [...names].map((name) => `'${name}'`).join(', ');
  emitWarning(`Not served over MCP, which has no pending results, because the client runs them: ${listed}.`);
}

/**
 * Creates the tool server of one client, over its own session. Rejects with the error that `sessionState` throws.
 *
 * @throws DefinitionError if `pageSize`, `maxArgumentBytes` or `requestState` is invalid, and on a range in `versions` that
 * no registered version matches.
 */
export async function createToolServer(
  toolkit: Toolkit,
  options: McpToolOptions & Pick<McpServerOptions, 'onError' | 'tasks'>,
  { auth, request, outputs, session, isOfRequest, announced$, onCallEnded }: McpClientIdentity,
): Promise<ToolServer> {
  const { sessionState, versions, maskErrors, onError } = options;
  const limits = readToolLimits(options);
  const requestState = readRequestState(options.requestState);
  const state = ToolState.from(await sessionState?.(auth, request));
  const common = { ...session, versions, clientTools: false, maskErrors: maskingFor(maskErrors, onError) };
  const client = toolkit.session({ ...common, state });
  // A session that lasts for one request knows nothing of what its model has read before, in another process or long ago.
  if (isOfRequest === true) partOfHost(client, flowPartKey)?.saw({ trust: 'untrusted', readers: 'anyone' });
  const isPersonal = [auth, session?.groups, sessionState, requestState].some((one) => one !== undefined);
  const taskLimits = { ...taskDefaults, ...options.tasks };
  const storedTasks: ToolServerParts['storedTasks'] = (owner) =>
    StoredMcpTasks.of(toolkit, { ...owner, limits: taskLimits });
  const parts = { session: client, outputs, isPersonal, storedTasks, announced$, onCallEnded, ...limits };
  const stateOf =
    requestState === undefined
      ? () => state
      : createRequestStates({ ...requestState, session: state, onError: onError ?? warnOfError });
  // The request shares the groups of the client's session: only its state is separate.
  const scopeOf = async (caller: RequestCaller, id = client.id): Promise<ToolScope> =>
    requestState === undefined && id === client.id
      ? client
      : toolkit.session({ ...common, id, groups: client, state: await stateOf(caller) });
  return new ToolServer({ ...parts, scopeOf });
}

/** Returns the limits of a tool server. */
export function readToolLimits(options: McpToolOptions): Pick<ToolServerParts, 'pageSize' | 'maxArgumentBytes'> {
  const { pageSize = serveDefaults.pageSize, maxArgumentBytes = serveDefaults.maxArgumentBytes } = options;
  return { pageSize, maxArgumentBytes };
}

/** Emits a process warning for an error of a server, which is the default of `onError`. */
export function warnOfError(error: unknown): void {
  emitWarning(`The MCP server reported an error: ${String(error)}`);
}

/** Returns how errors are masked: `true` logs them to the server's own listener, with the call ID that a client sees. */
function maskingFor(maskErrors: McpToolOptions['maskErrors'], onError: McpServerOptions['onError']): typeof maskErrors {
  if (maskErrors !== true || onError === undefined) return maskErrors;
  return (cause, { id, name: toolName }) =>
    onError(new ToolExecutionError(`Internal error (call ${id}) of '${toolName}'`, { toolName, cause }));
}
