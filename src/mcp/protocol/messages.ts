import type { McpTool } from '../../index.js';

/** A block of content as the protocol carries it. Kinds that this copy does not know may come too. */
export interface McpContent {
  type: string;
  [field: string]: unknown;
}

/** What `tools/list` answers. */
export interface McpToolList {
  tools: McpTool[];
  nextCursor?: string;
  [field: string]: unknown;
}

/** What `tools/call` answers. */
export interface McpCallResult {
  content: McpContent[];
  structuredContent?: unknown;
  isError?: boolean;
  _meta?: { [key: string]: unknown };
  [field: string]: unknown;
}

/** Correlates progress notifications with a request. */
export type McpProgressToken = string | number;

/** How much a `notifications/message` matters (RFC 5424), the least first. */
export const mcpLogLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

/** One of {@link mcpLogLevels}. */
export type McpLogLevel = (typeof mcpLogLevels)[number];

/** What the client says that it can do, as far as tools may use it. */
export interface McpClientCapabilities {
  readonly elicitation?: { readonly form?: unknown; readonly url?: unknown } | undefined;
  readonly sampling?: object | undefined;
  readonly roots?: object | undefined;
  readonly [name: string]: unknown;
}
