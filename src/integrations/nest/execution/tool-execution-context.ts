import type { ArgumentsHost } from '@nestjs/common';
import { DefinitionError } from '../../../base/errors/errors.js';
import type { ToolCall } from '../../../call/call-options.js';
import type { ToolContext } from '../../../call/tool-context.js';
import type { ToolArguments } from '../../../call/tool-executor.js';
import type { ToolSpec } from '../../../tool/spec/tool-spec.js';
import { ToolRun } from './tool-run.js';

/** The type of the execution context of a tool, which `context.getType()` returns. */
export const toolContextType = 'toolwright';

/**
 * The execution context of a tool, for guards, interceptors and exception filters.
 *
 * @example
 * ```ts
 * canActivate(context: ExecutionContext): boolean {
 *   if (context.getType<string>() !== 'toolwright') return true;
 *   const tool = ToolExecutionContext.create(context);
 *   return !tool.getSpec().tags.includes('internal');
 * }
 * ```
 */
export class ToolExecutionContext {
  readonly #run: ToolRun;

  private constructor(run: ToolRun) {
    this.#run = run;
  }

  /**
   * Returns the execution context of a tool.
   *
   * @throws DefinitionError if the context is not that of a tool: `host.getType()` is not `'toolwright'`.
   */
  static create(host: ArgumentsHost): ToolExecutionContext {
    const run: unknown = host.getArgByIndex(runIndex);
    if (run instanceof ToolRun) return new ToolExecutionContext(run);
    throw new DefinitionError(
      `ToolExecutionContext.create: the context has the type '${host.getType()}'. Check that getType() is 'toolwright'.`,
    );
  }

  /** Returns the tool. */
  getSpec(): ToolSpec {
    return this.#run.spec;
  }

  /** Returns the call as it was received: ID, tool name, raw input. */
  getCall(): Readonly<Required<ToolCall>> {
    return this.#run.context.call;
  }

  /** Returns the validated arguments by name, bound values included. */
  getArguments(): ToolArguments {
    return this.#run.args;
  }

  /** Returns the identity of the caller. */
  getAuth<T = unknown>(): T {
    return this.#run.context.auth as T;
  }

  /** Returns the context that the tool itself receives. */
  getToolContext(): ToolContext {
    return this.#run.context;
  }

  /** Returns the request on whose behalf the tool runs, or the placeholder for it. */
  getRequest<T = unknown>(): T {
    return this.#run.request as T;
  }
}

/** The position of the run among the arguments of the context. Before it: request, response, arguments. */
const runIndex = 3;
