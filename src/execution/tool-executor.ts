import type { ToolContext } from './tool-context.js';

/** The validated arguments of a call by name, bound values included. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/**
 * A ToolExecutor runs one kind of tool. Time limits, retries, cancellation and normalising the result belong to the
 * pipeline and are the same for all kinds.
 */
export interface ToolExecutor {
  /** The kind of tool: 'native', 'rest', 'mcp', … */
  readonly kind: string;
  /**
   * Whether `execute` uses its context. An executor that says `false` is not given one.
   *
   * @default true
   */
  readonly usesContext?: boolean | undefined;
  /**
   * Runs the tool once. It may return a value, a promise, a response, a ToolResult, a generator, a promise of one, an
   * AsyncIterable or an Observable, and throw anything.
   */
  execute(args: ToolArguments, context: ToolContext): unknown;
}
