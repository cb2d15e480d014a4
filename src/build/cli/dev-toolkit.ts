import { Toolkit, type ToolSource } from '../../index.js';
import { type DevPlace, isMcpPlace, type McpPlace } from './dev-place.js';
import { identityOf } from './hosts/server-identity.js';
import { loadTools, type ToolPlace } from './load-tools.js';
import { createServedToolkit } from './served-toolkit.js';
import { createLoadFailure } from './shared/exit-codes.js';
import { messageOf } from './shared/message-of.js';

/** A toolkit, and how the developer page describes it. */
export interface DevToolkit {
  readonly toolkit: Toolkit;
  readonly title: string;
  readonly version?: string | undefined;
  /** What is wrong with the tools, one sentence each. */
  readonly warnings: readonly string[];
  /** Closes what the tools have opened. */
  readonly close: () => Promise<void>;
}

/** Loads the tools of the developer page. Rejects with a CommandFailure if they cannot be loaded. */
export function createDevToolkit(place: DevPlace): Promise<DevToolkit> {
  return isMcpPlace(place) ? importServer(place) : loadPlace(place);
}

async function loadPlace(place: ToolPlace): Promise<DevToolkit> {
  const module = await loadTools(place);
  const { name, version } = identityOf(place.modulePath, module.info);
  const toolkit = await createServedToolkit(module);
  const close = async (): Promise<void> => module.close?.();
  return { toolkit, title: name, version, warnings: module.warnings, close };
}

async function importServer({ mcp: [first = '', ...args] }: McpPlace): Promise<DevToolkit> {
  const { mcpSource } = await import('../../integrations/mcp/index.js');
  const warnings: string[] = [];
  const isUrl = /^https?:\/\//i.test(first);
  try {
    const source: ToolSource = mcpSource({
      name: 'server',
      prefix: false,
      transport: isUrl ? { url: first } : { command: first, args },
      onWarning: ({ message }) => warnings.push(message),
    });
    const toolkit = new Toolkit();
    await toolkit.registerSource(source, { group: 'basic' });
    return { toolkit, title: isUrl ? new URL(first).host : first, warnings, close: () => source.close() };
  } catch (error) {
    throw createLoadFailure(`Cannot read the tools of '${first}': ${messageOf(error)}`, error);
  }
}
