import type { ToolPlace } from './load-tools.js';
import type { McpPlace } from './remote-server.js';

/** The tools of `toolwright dev`: those of a module, a document or a folder, or of an MCP server. */
export type DevPlace = ToolPlace | McpPlace;

/** Checks whether tools come from an MCP server. */
export function isMcpPlace(place: DevPlace): place is McpPlace {
  return 'mcp' in place;
}
