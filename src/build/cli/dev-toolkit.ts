import { Toolkit, type ToolSpec } from '../../index.js';
import { type DevPlace, isMcpPlace } from './dev-place.js';
import { identityOf } from './hosts/server-identity.js';
import { loadTools, type ToolPlace } from './load-tools.js';
import { isServerUrl, type McpPlace, openServer, readServerToken } from './remote-server.js';
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
  /** Returns the tools that `toolwright lock` locks. */
  readonly lockedSpecs: () => Promise<readonly ToolSpec[]>;
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
  const { source, tools, warnings } = module;
  const lockedSpecs = async (): Promise<readonly ToolSpec[]> => source?.specs() ?? tools.map(({ spec }) => spec);
  return { toolkit, title: name, version, warnings, lockedSpecs, close };
}

async function importServer(place: McpPlace): Promise<DevToolkit> {
  const [first = ''] = place.mcp;
  const warnings: string[] = [];
  const auth = readServerToken(place);
  try {
    const source = await openServer(place, { auth, onWarning: ({ message }) => warnings.push(message) });
    const toolkit = new Toolkit();
    await toolkit.registerSource(source, { group: 'basic' });
    const title = isServerUrl(first) ? new URL(first).host : first;
    return { toolkit, title, warnings, lockedSpecs: () => source.specs(), close: () => source.close() };
  } catch (error) {
    throw createLoadFailure(`Cannot read the tools of '${first}': ${messageOf(error)}`, error);
  }
}
