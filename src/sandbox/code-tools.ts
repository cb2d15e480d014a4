import { checkOptionNames } from '../check-options.js';
import { decideDangerousIo, refusalOf } from '../dangerous-io.js';
import { Tool } from '../decorators/tool.js';
import { DeniedError, type ToolError, ToolExecutionError } from '../errors.js';
import type { ToolContext } from '../execution/tool-context.js';
import { ToolRegistry } from '../registry/tool-registry.js';
import { text } from '../response/content.js';
import { ToolResult } from '../response/tool-result.js';
import type { SandboxEngine, SandboxLimits, SandboxLog } from '../toolkit/code-mode/sandbox-engine.js';
import { type AllowedFunction, allowedFunctions } from './code-executor.js';
import { sharedEngine } from './quickjs-engine.js';

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

/** What a program of a model returned. */
export interface CodeOutput {
  /** The value of its last expression. */
  readonly value?: unknown;
  /** The lines that it wrote to the console. */
  readonly logs: readonly string[];
}

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
    checkOptionNames(options, { engine: true, limits: true, env: true, allow: true }, 'CodeTools');
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
    outputSchema: {
      type: 'object',
      properties: { value: {}, logs: { type: 'array', items: { type: 'string' } } },
      required: ['logs'],
    },
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
    if (decision.blocked) return fail(new DeniedError(refusalOf(decision), { toolName }), metadata);
    const { engine = sharedEngine(), limits, env, allow = {} } = this.#options;
    const functions = allowedFunctions(allow, ctx);
    const result = await engine.run({ source: code, globals: env, functions, limits, signal: ctx.signal });
    const logs = result.logs.map(textOf);
    if (result.status === 'done') return succeed(result.value, logs, metadata);
    // The output until the failure is a chunk, which the final response contains before the message of the error.
    if (logs.length > 0) yield `${logs.join('\n')}\n`;
    return fail(result.status === 'failed' ? result.error : new ToolExecutionError(cannotPause), metadata);
  }
}

const cannotPause = 'A function that the code may await has no answer, and the tool cannot be paused.';

type Metadata = Readonly<Record<string, unknown>>;

function succeed(value: unknown, logs: readonly string[], metadata: Metadata): ToolResult<CodeOutput> {
  const output = value === undefined ? { logs } : { value, logs };
  const { data, content, structuredContent } = ToolResult.ok<CodeOutput>(output);
  return new ToolResult<CodeOutput>({ data, content, structuredContent, metadata });
}

function fail(error: ToolError, metadata: Metadata): ToolResult<CodeOutput> {
  return new ToolResult<CodeOutput>({ error, content: [text(error.message)], metadata });
}

function textOf({ level, text }: SandboxLog): string {
  return level === 'warn' || level === 'error' ? `${level}: ${text}` : text;
}
