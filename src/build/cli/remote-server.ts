import type { McpSource, McpSourceOptions } from '../../integrations/mcp/index.js';

/** An MCP server. */
export interface McpPlace {
  /** The URL of the server, or the command that starts it with its arguments. */
  readonly mcp: readonly string[];
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
