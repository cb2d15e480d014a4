import { DefinitionError, ToolError, ToolExecutionError } from '../../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../../base/options/check-options.js';
import { nearestName } from '../../../base/options/nearest-name.js';
import { recordOf } from '../../../base/options/option-rules.js';
import { previewValue } from '../../../base/values/value-preview.js';
import type { HttpEndpoint, StdioCommand } from './endpoint/transport-options.js';
import { type McpSource, mcpSource } from './mcp-source.js';
import { type McpSourceOptions, sourceNames } from './source-options.js';

/** A server in the configuration file of an MCP host. Other keys, which some hosts add, are ignored. */
export interface McpServerConfig {
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  readonly url?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The transport: 'stdio', 'http', 'streamable-http', 'streamableHttp' or 'sse'. @default derived from `command` and `url` */
  readonly type?: string | undefined;
  /** Whether the server is skipped. @default false */
  readonly disabled?: boolean | undefined;
}

/** The configuration of MCP servers, in the format of `mcp.json`. */
export interface McpConfig {
  readonly mcpServers: Readonly<Record<string, McpServerConfig>>;
}

/** The options for the servers of a configuration. */
export type McpSourcesOptions = Omit<
  McpSourceOptions,
  'name' | 'transport' | 'include' | 'exclude' | 'prefix' | 'maxIdentities' | 'identityIdleMs'
> & {
  /** The options of individual servers, by name. They take precedence over the options for all servers. */
  readonly servers?: Readonly<Record<string, Partial<Omit<McpSourceOptions, 'name' | 'transport'>>>> | undefined;
};

const { name: _name, transport: _transport, ...serverNames } = sourceNames;
const { include, exclude, prefix, maxIdentities, identityIdleMs, ...sharedNames } = serverNames;

const sourcesNames: OptionNames<McpSourcesOptions> = { ...sharedNames, servers: recordOf<ServerOptions>(serverNames) };

type ServerOptions = Partial<Omit<McpSourceOptions, 'name' | 'transport'>>;

/** The sources of a configuration. */
export interface McpSources {
  /** The sources that are connected and ready to be registered. Their tools have been read once. */
  readonly active: readonly McpSource[];
  /** The servers that could not be connected, with their errors. Their sources are closed. */
  readonly failed: readonly { readonly name: string; readonly error: ToolError }[];
  /** Closes all active sources. `removeSource` of a toolkit closes a source, too. */
  close(): Promise<void>;
}

/**
 * Connects to the servers of a configuration. A server that fails is reported in `failed` and does not affect the
 * others.
 *
 * @example
 * ```ts
 * const { active, failed } = await mcpSources(JSON.parse(await readFile('mcp.json', 'utf8')));
 * for (const source of active) await toolkit.registerSource(source);
 * ```
 * @throws DefinitionError if the configuration has no `mcpServers`, and on an unknown option.
 */
export async function mcpSources(config: McpConfig, options: McpSourcesOptions = {}): Promise<McpSources> {
  const { mcpServers } = (config ?? {}) as Partial<McpConfig>;
  if (typeof mcpServers !== 'object' || mcpServers === null) {
    throw new DefinitionError("mcpSources: the configuration must have 'mcpServers', an object of servers by name.");
  }
  checkOptionNames(options, sourcesNames, 'mcpSources');
  const { servers = {}, outbound, ...shared } = options;
  const wanted = Object.entries(mcpServers).filter(([, server]) => server?.disabled !== true);
  const tried = await Promise.all(
    wanted.map(([name, server]) => {
      const own = Object.hasOwn(servers, name) ? servers[name] : {};
      // A process sends its own requests.
      const hosts = typeof server?.command === 'string' ? {} : { outbound };
      return tryServer(name, server, { ...shared, ...hosts, ...own });
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

async function tryServer(name: string, server: McpServerConfig, options: ServerOptions): Promise<Tried> {
  let source: McpSource | undefined;
  try {
    source = mcpSource({ ...options, name, transport: transportOf(name, server) });
    await source.specs();
    return { source };
  } catch (error) {
    await source?.close().catch(() => {});
    if (ToolError.is(error)) return { name, error };
    return { name, error: new ToolExecutionError(`Connecting to '${name}' failed.`, { cause: error }) };
  }
}

function transportOf(name: string, server: unknown): StdioCommand | HttpEndpoint {
  const { command, args, env, cwd, url, headers, type } = (server ?? {}) as McpServerConfig;
  checkType(type, name);
  if (typeof command === 'string') return { command, args, env, cwd };
  if (typeof url === 'string' && URL.canParse(url)) return { url, headers, type: type === 'sse' ? 'sse' : 'http' };
  throw new DefinitionError(`mcpSources: '${name}' must have a 'command' or a valid 'url'.`);
}

const types = ['stdio', 'http', 'streamable-http', 'streamableHttp', 'sse'];

function checkType(type: unknown, name: string): void {
  if (type === undefined || types.some((known) => known === type)) return;
  const nearest = nearestName(String(type), types);
  const hint = nearest === undefined ? `The types are ${types.join(', ')}.` : `Did you mean '${nearest}'?`;
  throw new DefinitionError(`mcpSources: '${name}' has the type ${previewValue(type)}, which does not exist. ${hint}`);
}
