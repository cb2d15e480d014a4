import type { McpSource, McpSourceOptions } from '../../integrations/mcp/index.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';

/** An MCP server. */
export interface McpPlace {
  /** The URL of the server, or the command that starts it with its arguments. */
  readonly mcp: readonly string[];
  /** The environment variable with a bearer token, for a URL. Undefined for none. */
  readonly auth?: string | undefined;
}

/**
 * Returns the bearer token for a server. Returns undefined if it needs none.
 *
 * @throws CommandFailure if the environment variable is not set.
 */
export function readServerToken({ auth }: Pick<McpPlace, 'auth'>): string | undefined {
  if (auth === undefined) return undefined;
  const token = process.env[auth];
  if (token !== undefined && token !== '') return token;
  throw new CommandFailure(`The environment variable '${auth}' is not set (--auth).`, exitCodes.usage);
}

/** Checks whether the first word of a server is its URL, and not the command that starts it. */
export function isServerUrl(word: string): boolean {
  return /^https?:\/\//i.test(word);
}

/** Creates the source of the tools of an MCP server, under their own names. */
export async function openServer(
  { mcp: [first = '', ...args] }: McpPlace,
  { auth, onWarning }: { readonly auth?: string | undefined } & Pick<McpSourceOptions, 'onWarning'>,
): Promise<McpSource> {
  const { mcpSource } = await import('../../integrations/mcp/index.js');
  const transport = isServerUrl(first) ? { url: first, auth } : { command: first, args };
  return mcpSource({ name: 'server', prefix: false, transport, onWarning });
}
