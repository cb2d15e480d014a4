import { emitWarning } from '../../emit-warning.js';
import { checkPositive } from '../../execution/check-limits.js';
import { type SessionOptions, ToolExecutionError, Toolkit, type ToolProvider } from '../../index.js';
import type { McpRequestInfo } from '../http/request-info.js';
import type { OutputRule } from './listed-tool.js';
import { type McpServerOptions, type McpToolOptions, serveDefaults } from './serve-options.js';
import { ToolServer } from './tool-server.js';

/** Tools that can be served: a toolkit, or a provider that can be registered in one. */
export type McpServed = Toolkit | ToolProvider;

/** The identity of a client. */
export interface McpClientIdentity {
  readonly auth: unknown;
  readonly request?: McpRequestInfo | undefined;
  /** The output rule of the SDK that serves the client. */
  readonly outputs: OutputRule;
  /** The options of the client's session. @default the toolkit's active groups, which a model can change */
  readonly session?: Pick<SessionOptions, 'groups' | 'fixedGroups'> | undefined;
}

/** Returns the passed toolkit, or a new one in which all passed tools are active. */
export function servedToolkit(served: McpServed): Toolkit {
  const toolkit = Toolkit.is(served) ? served : new Toolkit();
  if (toolkit !== served) toolkit.register(served, { group: 'basic' });
  reportClientTools(toolkit);
  return toolkit;
}

/** Emits a process warning that names the tools that are not served, because the client of the toolkit runs them. */
function reportClientTools(toolkit: Toolkit): void {
  const names = toolkit.namesOfClientTools;
  if (names.length === 0) return;
  const listed = names.map((name) => `'${name}'`).join(', ');
  emitWarning(`Not served over MCP, which has no pending results, because the client runs them: ${listed}.`);
}

/**
 * Creates the tool server of one client, over its own session. Rejects with the error that `sessionState` throws.
 *
 * @throws DefinitionError if `pageSize` or `maxArgumentBytes` is invalid, and on a range in `versions` that no registered
 * version matches.
 */
export async function createToolServer(
  toolkit: Toolkit,
  {
    sessionState,
    versions,
    pageSize = serveDefaults.pageSize,
    maxArgumentBytes = serveDefaults.maxArgumentBytes,
    maskErrors,
    onError,
  }: McpToolOptions & Pick<McpServerOptions, 'onError'>,
  { auth, request, outputs, session }: McpClientIdentity,
): Promise<ToolServer> {
  checkPositive(pageSize, 'pageSize');
  checkPositive(maxArgumentBytes, 'maxArgumentBytes');
  const state = await sessionState?.(auth, request);
  const client = toolkit.session({
    ...session,
    state,
    versions,
    clientTools: false,
    maskErrors: maskingFor(maskErrors, onError),
  });
  return new ToolServer({ session: client, pageSize, maxArgumentBytes, outputs });
}

/** Returns how errors are masked: `true` logs them to the server's own listener, with the call ID that a client sees. */
function maskingFor(maskErrors: McpToolOptions['maskErrors'], onError: McpServerOptions['onError']): typeof maskErrors {
  if (maskErrors !== true || onError === undefined) return maskErrors;
  return (cause, { id, name: toolName }) =>
    onError(new ToolExecutionError(`Internal error (call ${id}) of '${toolName}'`, { toolName, cause }));
}
