import type { ToolPlace } from './load-tools.js';

/** The tools of `toolwright dev`: those of a module, a document or a folder, or of an MCP server. */
export type DevPlace = ToolPlace | McpPlace;

/** An MCP server. */
export interface McpPlace {
  /** The URL of the server, or the command that starts it with its arguments. */
  readonly mcp: readonly string[];
}

/** Checks whether tools come from an MCP server. */
export function isMcpPlace(place: DevPlace): place is McpPlace {
  return 'mcp' in place;
}
