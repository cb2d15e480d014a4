import { DefinitionError, ToolError, ToolExecutionError } from '../../errors.js';
import { type McpSource, mcpSource } from './mcp-source.js';
import type { McpSourceOptions } from './source-options.js';
import type { HttpEndpoint, StdioCommand } from './transport-options.js';

/** A server as the configuration files of hosts describe it. Further keys, which some hosts have, are left alone. */
export interface McpServerConfig {
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  readonly url?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** 'stdio', 'http', 'streamable-http' or 'sse'. @default by what else is there */
  readonly type?: string | undefined;
  /** Leaves it out. */
  readonly disabled?: boolean | undefined;
}

/** The shape of `mcp.json` and its kin. */
export interface McpConfig {
  readonly mcpServers: Readonly<Record<string, McpServerConfig>>;
}

/** Options for all servers of a configuration. */
export type McpSourcesOptions = Omit<McpSourceOptions, 'name' | 'transport' | 'include' | 'exclude' | 'prefix'> & {
  /** Further options by server, which count more. */
  readonly servers?: Readonly<Record<string, Partial<Omit<McpSourceOptions, 'name' | 'transport'>>>> | undefined;
};

/** What came of a configuration. */
export interface McpSources {
  /** Connected, their tools read once, ready to be registered. */
  readonly active: readonly McpSource[];
  /** Those that could not be connected, and why. They are closed. */
  readonly failed: readonly { readonly name: string; readonly error: ToolError }[];
  /** Closes all. Those that a toolkit has are closed by `removeSource` too. */
  close(): Promise<void>;
}

/**
 * Connects to the servers of a configuration, as many as can be. Fails for none of them.
 *
 * @example
 * ```ts
 * const { active, failed } = await mcpSources(JSON.parse(await readFile('mcp.json', 'utf8')));
 * for (const source of active) await toolkit.registerSource(source);
 * ```
 * @throws DefinitionError if the configuration has no `mcpServers`.
 */
export async function mcpSources(config: McpConfig, options: McpSourcesOptions = {}): Promise<McpSources> {
  const { mcpServers } = (config ?? {}) as Partial<McpConfig>;
  if (typeof mcpServers !== 'object' || mcpServers === null) {
    throw new DefinitionError("mcpSources: the configuration must have 'mcpServers', an object of servers by name.");
  }
  const { servers = {}, ...shared } = options;
  const wanted = Object.entries(mcpServers).filter(([, server]) => server?.disabled !== true);
  const tried = await Promise.all(
    wanted.map(([name, server]) => {
      const own = Object.hasOwn(servers, name) ? servers[name] : {};
      return tryServer(name, server, { ...shared, ...own });
    }),
  );
  const active = tried.flatMap((one) => ('source' in one ? [one.source] : []));
  return Object.freeze({
    active: Object.freeze(active),
    failed: Object.freeze(tried.flatMap((one) => ('error' in one ? [Object.freeze(one)] : []))),
    close: async () => {
      await Promise.all(active.map((source) => source.close()));
    },
  });
}

type Tried = { readonly source: McpSource } | { readonly name: string; readonly error: ToolError };

async function tryServer(
  name: string,
  server: McpServerConfig,
  options: Partial<Omit<McpSourceOptions, 'name' | 'transport'>>,
): Promise<Tried> {
  let source: McpSource | undefined;
  try {
    source = mcpSource({ ...options, name, transport: transportOf(name, server) });
    await source.specs();
    return { source };
  } catch (error) {
    await source?.close().catch(() => {});
    if (ToolError.is(error)) return { name, error };
    return { name, error: new ToolExecutionError(`'${name}' could not be connected.`, { cause: error }) };
  }
}

function transportOf(name: string, server: unknown): StdioCommand | HttpEndpoint {
  const { command, args, env, cwd, url, headers, type } = (server ?? {}) as McpServerConfig;
  if (typeof command === 'string') return { command, args, env, cwd };
  if (typeof url === 'string' && URL.canParse(url)) return { url, headers, type: type === 'sse' ? 'sse' : 'http' };
  throw new DefinitionError(`mcpSources: '${name}' must have a 'command', or a 'url' that is one.`);
}
