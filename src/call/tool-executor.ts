import type { ToolContext } from './tool-context.js';

/** A decorator that an executor does not apply. */
export interface SkippedDecorator {
  /** `Class.method`, for errors. */
  readonly where: string;
  /** The decorator, such as `@UseGuards`. */
  readonly decorator: string;
}

/** The validated arguments of a call by name, bound values included. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/**
 * The function that runs one kind of tool. The pipeline implements time limits, retries, cancellation and the
 * normalisation of results for all kinds.
 */
export interface ToolExecutor {
  /** The kind of tool: 'native', 'rest', 'mcp', … */
  readonly kind: string;
  /**
   * Whether `execute` uses its context. If `false`, `execute` receives no context.
   *
   * @default true
   */
  readonly usesContext?: boolean | undefined;
  /**
   * The decorator of NestJS on the tool's method, which this executor does not apply.
   *
   * @internal
   */
  readonly skippedDecorator?: SkippedDecorator | undefined;
  /**
   * Whether a fingerprint of the application pins the definition from which the tool was imported.
   *
   * @internal
   */
  readonly isPinned?: boolean | undefined;
  /**
   * Runs the tool once. It may return a value, a response, a ToolResult, a generator, an AsyncIterable, an Observable,
   * or a promise of one of these. It may throw anything.
   */
  execute(args: ToolArguments, context: ToolContext): unknown;
}
