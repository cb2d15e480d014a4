import { registeredSourcesOf, withContained } from '../../features/sources/registered-sources.js';
import type { ToolSource } from '../../index.js';
import { type DevPlace, isMcpPlace } from './dev-place.js';
import type { LoadedTool } from './load-module.js';
import { loadTools } from './load-tools.js';
import { type McpPlace, openServer, readServerToken } from './remote-server.js';
import { createLoadFailure } from './shared/exit-codes.js';
import { messageOf } from './shared/message-of.js';

/** The tools of a place, for commands that check them. */
export interface CheckedTools {
  readonly tools: readonly LoadedTool[];
  /** The sources of the tools, among them those that know a server. */
  readonly sources: readonly ToolSource[];
  /** What is wrong with the place, one sentence each. */
  readonly warnings: readonly string[];
  /** Closes what the tools have opened. */
  readonly close: () => Promise<void>;
}

/** Loads the tools of a place. Rejects with a CommandFailure if they cannot be loaded. */
export async function loadChecked(place: DevPlace): Promise<CheckedTools> {
  if (isMcpPlace(place)) return loadServerTools(place);
  const { tools, source, warnings, close } = await loadTools(place);
  const toolkits = new Set(tools.flatMap(({ toolkit }) => toolkit ?? []));
  const sources = [
    ...(source === undefined ? [] : withContained(source)),
    ...[...toolkits].flatMap(registeredSourcesOf),
  ];
  const closeAll = async (): Promise<void> => {
    await close?.();
    await Promise.allSettled([...toolkits].flatMap(registeredSourcesOf).map((one) => one.close()));
  };
  return { tools, sources, warnings, close: closeAll };
}

async function loadServerTools(place: McpPlace): Promise<CheckedTools> {
  const [first = ''] = place.mcp;
  const auth = readServerToken(place);
  const warnings: string[] = [];
  try {
    const source = await openServer(place, { auth, onWarning: ({ message }) => warnings.push(message) });
    try {
      const specs = await source.specs();
      const tools = specs.map((spec): LoadedTool => ({ spec, exportName: first, toolkit: undefined }));
      return { tools, sources: [source], warnings, close: () => source.close() };
    } catch (error) {
      await source.close();
      throw error;
    }
  } catch (error) {
    throw createLoadFailure(`Cannot read the tools of '${first}': ${messageOf(error)}`, error);
  }
}
