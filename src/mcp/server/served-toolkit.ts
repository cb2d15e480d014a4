import { checkPositive } from '../../execution/check-limits.js';
import { Toolkit, type ToolProvider } from '../../index.js';
import type { McpRequestInfo } from '../http/request-info.js';
import type { OutputRule } from './listed-tool.js';
import { type McpToolOptions, serveDefaults } from './serve-options.js';
import { ToolServer } from './tool-server.js';

/** What can be given out: a toolkit, or whatever can be registered in one. */
export type McpServed = Toolkit | ToolProvider;

/** Who a client is, and what it came with. */
export interface McpClientIdentity {
  readonly auth: unknown;
  readonly request?: McpRequestInfo | undefined;
  /** As the SDK that serves it has it. */
  readonly outputs: OutputRule;
}

/** The toolkit that is given out: the given one, or a new one with the given tools, all of them active. */
export function servedToolkit(served: McpServed): Toolkit {
  if (Toolkit.is(served)) return served;
  const toolkit = new Toolkit();
  toolkit.register(served, { group: 'basic' });
  return toolkit;
}

/**
 * The tools of one client, over a session of its own.
 *
 * @throws DefinitionError on a `pageSize` that makes no sense; whatever `sessionState` throws.
 */
export async function createToolServer(
  toolkit: Toolkit,
  { sessionState, pageSize = serveDefaults.pageSize }: McpToolOptions,
  { auth, request, outputs }: McpClientIdentity,
): Promise<ToolServer> {
  checkPositive(pageSize, 'pageSize');
  const state = await sessionState?.(auth, request);
  return new ToolServer({ session: toolkit.session({ state }), pageSize, outputs });
}
