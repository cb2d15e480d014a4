import type { ToolContext } from './tool-context.js';

/** The arguments of a call, judged and with bound values in place, by name. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/**
 * How one kind of tool runs. Timeouts, retries, cancellation and normalising are the pipeline's, the same for all kinds.
 */
export interface ToolExecutor {
  /** A word for the kind: 'native', 'rest', 'mcp', … */
  readonly kind: string;
  /**
   * Runs the tool once. It may return a value, a promise, a response, a ToolResult, a generator, a promise of one, an
   * AsyncIterable or an Observable, and throw anything.
   */
  execute(args: ToolArguments, context: ToolContext): unknown;
  /** The same for a tool that never looks at its context: then calls are spared the making of one. */
  executeBare?(args: ToolArguments): unknown;
}
