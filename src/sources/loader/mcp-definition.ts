import { resolve } from 'node:path';
import type { HttpEndpoint, McpSourceOptions, StdioCommand } from 'toolwright/mcp';
import { isMapping } from './configuration.js';
import type { Definition } from './definition.js';
import { messageOf } from './message-of.js';
import { type FieldTable, readFields } from './read-fields.js';
import { readBindings, readCredential, readTexts, revealTexts } from './read-texts.js';
import { readSource, type ToolPart } from './tool-file.js';

const fields = {
  kind: { kind: 'string', alias: 'type', values: ['mcp'] },
  name: { kind: 'string', isRequired: true },
  description: { kind: 'string' },
  url: { kind: 'string', alias: 'mcp_server_url' },
  transport: { kind: 'string', values: ['http', 'sse'] },
  apiKey: { kind: 'any', alias: 'mcp_api_key' },
  apiKeyHeader: { kind: 'string', alias: 'mcp_api_key_header' },
  headers: { kind: 'mapping' },
  command: { kind: 'string' },
  args: { kind: 'strings' },
  env: { kind: 'mapping' },
  cwd: { kind: 'string' },
  include: { kind: 'strings' },
  exclude: { kind: 'strings' },
  prefix: { kind: 'prefix' },
  bind: { kind: 'mapping' },
  preset: { kind: 'object' },
  timeoutMs: { kind: 'milliseconds', alias: 'timeout', aliasKind: 'duration' },
} as const satisfies FieldTable;

type Values = ReturnType<typeof readFields<typeof fields>>;

const urlNames = ['mcp_server_url', 'url'] as const;
const keyNames = ['mcp_api_key', 'apiKey'] as const;

/**
 * Connects to an MCP server and imports its tools.
 *
 * @throws DefinitionError if the definition is invalid, and if the tools of the server cannot be read.
 */
export async function readMcpDefinition(definition: Definition): Promise<ToolPart> {
  const { configuration, path } = definition;
  const read = readFields(configuration, path, fields);
  const { name, include, exclude, prefix, preset, timeoutMs } = read;
  const options = {
    ...{ name, include, exclude, prefix, preset },
    transport: read.command === undefined ? readEndpoint(definition, read) : readCommand(definition, read),
    bind: readToolBindings(definition, read.bind),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  } as McpSourceOptions;
  const { mcpSource } = await import('toolwright/mcp');
  try {
    return await readSource(mcpSource(options));
  } catch (error) {
    throw definition.error(`The tools of the MCP server '${String(name)}' cannot be read: ${messageOf(error)}`);
  }
}

function readEndpoint(
  definition: Definition,
  { url, apiKey, apiKeyHeader, headers, transport, ...others }: Values,
): HttpEndpoint {
  const { configuration } = definition;
  if (url === undefined) throw definition.error("An MCP server must have 'mcp_server_url' or 'command'.");
  if (!URL.canParse(String(url))) throw definition.errorAt(urlNames, 'is not a URL.');
  for (const name of ['args', 'env', 'cwd'] as const) {
    if (others[name] !== undefined) throw definition.errorAt([name], "requires 'command'.");
  }
  const sent = readTexts(configuration, definition.pathOf('headers'), headers);
  const endpoint = { url: String(url), type: transport as HttpEndpoint['type'] };
  if (apiKey === undefined) {
    if (apiKeyHeader === undefined) return { ...endpoint, headers: sent };
    throw definition.errorAt(['mcp_api_key_header', 'apiKeyHeader'], "requires 'mcp_api_key'.");
  }
  const key = readCredential(configuration, definition.pathOf(...keyNames), apiKey);
  if ('state' in key) throw definition.errorAt(keyNames, 'cannot be bound to the state. Use an environment variable.');
  if (apiKeyHeader === undefined) return { ...endpoint, headers: sent, auth: key };
  return { ...endpoint, headers: { ...sent, [String(apiKeyHeader)]: key } };
}

function readCommand(definition: Definition, { command, args, env, cwd }: Values): StdioCommand {
  const { configuration } = definition;
  for (const names of [urlNames, keyNames, ['headers'], ['transport']] as const) {
    if (!definition.has(...names)) continue;
    throw definition.errorAt(names, "cannot be used together with 'command'. A command receives 'env'.");
  }
  return {
    command: String(command),
    args: args as readonly string[] | undefined,
    env: revealTexts(readTexts(configuration, definition.pathOf('env'), env)),
    ...(cwd === undefined ? {} : { cwd: resolve(configuration.folder, String(cwd)) }),
  };
}

/** Reads the bindings of arguments by tool. */
function readToolBindings(definition: Definition, bind: unknown): McpSourceOptions['bind'] {
  if (!isMapping(bind)) return undefined;
  const at = definition.pathOf('bind');
  return Object.fromEntries(
    Object.entries(bind).map(([tool, values]) => [tool, readBindings(definition.configuration, [...at, tool], values)]),
  );
}
