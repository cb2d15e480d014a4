import { checkOptionNames } from '../check-options.js';
import { decideDangerousIo, refusalOf } from '../dangerous-io.js';
import { Tool } from '../decorators/tool.js';
import { DeniedError, ToolExecutionError } from '../errors.js';
import type { ToolContext } from '../execution/tool-context.js';
import { ToolRegistry } from '../registry/tool-registry.js';
import { text } from '../response/content.js';
import { ToolResult } from '../response/tool-result.js';
import { type AllowedFunction, allowedFunctions } from './code-executor.js';
import { sharedEngine } from './quickjs-engine.js';
import type { SandboxEngine, SandboxLimits, SandboxLog, SandboxResult } from './sandbox-engine.js';

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
  async executeCode({ code }: { readonly code: string }, ctx: ToolContext): Promise<ToolResult<CodeOutput>> {
    const decision = decideDangerousIo({ tool: toolName, reason: 'runs code that a model wrote' });
    const metadata = { dangerousIo: decision };
    if (decision.blocked) {
      const error = new DeniedError(refusalOf(decision), { toolName });
      return new ToolResult<CodeOutput>({ error, content: [text(error.message)], metadata });
    }
    const { engine = sharedEngine(), limits, env, allow = {} } = this.#options;
    const functions = allowedFunctions(allow, ctx);
    const { signal } = ctx;
    const request = { source: code, globals: env, functions, limits, signal };
    return createResult(await engine.run(request), metadata);
  }
}

function createResult(result: SandboxResult, metadata: Readonly<Record<string, unknown>>): ToolResult<CodeOutput> {
  const logs = result.logs.map(textOf);
  if (result.status === 'done') {
    const { content, structuredContent, data } = ToolResult.ok<CodeOutput>({
      ...(result.value === undefined ? {} : { value: result.value }),
      logs,
    });
    return new ToolResult<CodeOutput>({ data, content, structuredContent, metadata });
  }
  const error =
    result.status === 'failed'
      ? result.error
      : new ToolExecutionError('A function that the code may await has no answer: the tool cannot be paused.');
  const partial = logs.length === 0 ? [] : [text(`Console output until then:\n${logs.join('\n')}`)];
  return new ToolResult<CodeOutput>({ error, content: [text(error.message), ...partial], metadata });
}

function textOf({ level, text }: SandboxLog): string {
  return level === 'warn' || level === 'error' ? `${level}: ${text}` : text;
}
