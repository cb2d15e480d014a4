import type { McpTool } from '../../../format/to-mcp.js';
import type { McpContent } from '../../shared/mcp-content.js';

/** The result of `tools/list`. */
export interface McpToolList {
  tools: McpTool[];
  nextCursor?: string;
  [field: string]: unknown;
}

/** The result of `tools/call`. */
export interface McpCallResult {
  content: McpContent[];
  structuredContent?: unknown;
  isError?: boolean;
  _meta?: { [key: string]: unknown };
  [field: string]: unknown;
}

/** A token that associates progress notifications with a request. */
export type McpProgressToken = string | number;

/** The severity levels of `notifications/message` (RFC 5424), from the lowest to the highest. */
export const mcpLogLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

/** One of {@link mcpLogLevels}. */
export type McpLogLevel = (typeof mcpLogLevels)[number];

/** The capabilities that a client declares, as far as tools can use them. */
export interface McpClientCapabilities {
  readonly elicitation?: { readonly form?: unknown; readonly url?: unknown } | undefined;
  readonly sampling?: object | undefined;
  readonly roots?: object | undefined;
  readonly [name: string]: unknown;
}
