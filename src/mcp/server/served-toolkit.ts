import { checkPositive } from '../../execution/check-limits.js';
import { type SessionOptions, Toolkit, type ToolProvider } from '../../index.js';
import type { McpRequestInfo } from '../http/request-info.js';
import type { OutputRule } from './listed-tool.js';
import { type McpToolOptions, serveDefaults } from './serve-options.js';
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
  if (Toolkit.is(served)) return served;
  const toolkit = new Toolkit();
  toolkit.register(served, { group: 'basic' });
  return toolkit;
}

/**
 * Creates the tool server of one client, over its own session. Rejects with the error that `sessionState` throws.
 *
 * @throws DefinitionError if `pageSize` or `maxArgumentBytes` is invalid.
 */
export async function createToolServer(
  toolkit: Toolkit,
  {
    sessionState,
    pageSize = serveDefaults.pageSize,
    maxArgumentBytes = serveDefaults.maxArgumentBytes,
  }: McpToolOptions,
  { auth, request, outputs, session }: McpClientIdentity,
): Promise<ToolServer> {
  checkPositive(pageSize, 'pageSize');
  checkPositive(maxArgumentBytes, 'maxArgumentBytes');
  const state = await sessionState?.(auth, request);
  return new ToolServer({ session: toolkit.session({ ...session, state }), pageSize, maxArgumentBytes, outputs });
}
