import { DeniedError, ToolExecutionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { object, secretObject } from '../../base/options/option-rules.js';
import { decideDangerousIo, refusalOf } from '../../base/runtime/dangerous-io.js';
import type { ToolResult } from '../../call/response/tool-result.js';
import type { ToolContext } from '../../call/tool-context.js';
import { type CodeOutput, endProgram, outputSchema } from '../../features/code-mode/program-output.js';
import type { SandboxEngine, SandboxLimits } from '../../features/code-mode/sandbox-engine.js';
import { Tool } from '../../tool/decorators/tool.js';
import { ToolRegistry } from '../../tool/registry/tool-registry.js';
import { type AllowedFunction, allowedFunctions } from './code-executor.js';
import { sharedEngine } from './quickjs-engine.js';
import { sandboxLimits } from './sandbox-limits.js';

/** The options of {@link CodeTools}. */
export interface CodeToolsOptions {
  /** The engine that runs the code. @default an engine that all tools share */
  readonly engine?: SandboxEngine | undefined;
  /** The limits of each call. */
  readonly limits?: SandboxLimits | undefined;
  /** JSON values that the code sees as global variables. */
  readonly env?: Readonly<Record<string, unknown>> | undefined;
  /** The functions of the host, and the tools, that the code may await, by the names of global functions. */
  readonly allow?: Readonly<Record<string, AllowedFunction>> | undefined;
}

const optionNames: OptionNames<CodeToolsOptions> = {
  engine: object,
  limits: sandboxLimits,
  env: secretObject,
  allow: object,
};

const toolName = 'execute_code';

/**
 * The tool `execute_code`, with which a model runs JavaScript or TypeScript of its own in a sandbox. No toolkit contains
 * it unless you register it. The environment variable `TOOLWRIGHT_DANGEROUS_IO` decides whether it runs: `warn` by
 * default, `allow`, or `deny`.
 *
 * @example
 * ```ts
 * toolkit.register(new CodeTools({ limits: { computeMs: 2_000 } }));
 * ```
 */
export class CodeTools extends ToolRegistry {
  readonly #options: CodeToolsOptions;

  /** @throws DefinitionError if an option is unknown. */
  constructor(options: CodeToolsOptions = {}) {
    super();
    checkOptionNames(options, optionNames, 'CodeTools');
    this.#options = options;
  }

  /** Runs a program, and returns the value of its last expression and its console output. */
  @Tool({
    name: toolName,
    description:
      'Run JavaScript or TypeScript in a sandbox. Returns the value of the last expression, which must be JSON data, and the ' +
      'lines of console.log. Top-level await works. There are no imports, no files, no network and no timers.',
    inputSchema: {
      type: 'object',
      properties: {
        code: {
          type: 'string',
          description: 'The program',
          minLength: 1,
          maxLength: 200_000,
          examples: ['const sum = [1, 2, 3].reduce((a, b) => a + b);\nsum / 3'],
        },
      },
      required: ['code'],
      additionalProperties: false,
    },
    outputSchema,
    tags: ['code'],
    ctx: 'ctx',
    annotations: { readOnlyHint: false, idempotentHint: false, openWorldHint: false },
  })
  async *executeCode(
    { code }: { readonly code: string },
    ctx: ToolContext,
  ): AsyncGenerator<string, ToolResult<CodeOutput>> {
    const decision = decideDangerousIo({ tool: toolName, reason: 'runs code that a model wrote' });
    const metadata = { dangerousIo: decision };
    if (decision.blocked) {
      const error = new DeniedError(refusalOf(decision), { toolName });
      return yield* endProgram({ error, logs: [], metadata });
    }
    const { engine = sharedEngine(), limits, env, allow = {} } = this.#options;
    const functions = allowedFunctions(allow, ctx);
    const result = await engine.run({ source: code, globals: env, functions, limits, signal: ctx.signal });
    if (result.status !== 'paused') return yield* endProgram({ ...result, metadata });
    return yield* endProgram({ error: new ToolExecutionError(cannotPause), logs: result.logs, metadata });
  }
}

const cannotPause = 'A function that the code may await has no answer, and the tool cannot be paused.';
