import { longestTimerMs } from '../../../base/async/longest-timer.js';
import { DefinitionError, TimeoutError, ToolError } from '../../../base/errors/errors.js';
import type { JsonSchema } from '../../../base/json/json-schema.js';
import { checkOptionNames, type OptionNames } from '../../../base/options/check-options.js';
import { type OptionRule, object, optionRule, secretObject, strings } from '../../../base/options/option-rules.js';
import { text } from '../../../call/response/content.js';
import { respond, type ToolResponse } from '../../../call/response/tool-response.js';
import { ToolResult } from '../../../call/response/tool-result.js';
import type { ToolContext } from '../../../call/tool-context.js';
import { Tool } from '../../../tool/decorators/tool.js';
import type { ToolSpecs } from '../../../tool/registry/tool-specs-of.js';
import { BuiltinRegistry } from '../../definition/builtin-registry.js';
import { FileRoots } from '../files/file-roots.js';
import { GuardedCall } from '../guarded-call.js';
import { AllowedPrograms, type ProgramRules, searchFolders } from './allowed-programs.js';
import { ProgramEnvironment } from './program-environment.js';
import { ProgramRun } from './program-run.js';

/** The options of {@link ShellTools}. */
export interface ShellToolsOptions {
  /** The programs that a model may run, by name. No other can be run. */
  readonly programs: ProgramRules;
  /**
   * The folders in which programs are started, by the names that a model sees: `{ workspace: '/srv/app' }` is `/workspace`.
   * A path without the name of a folder is relative to the first one.
   */
  readonly roots: Readonly<Record<string, string>>;
  /** The environment variables that programs receive. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /**
   * The names of further variables that programs inherit from this process. They always inherit `LANG`, `LC_ALL`,
   * `LC_CTYPE` and `TZ`, and the absolute folders of `PATH` outside of the roots.
   */
  readonly inheritEnv?: readonly string[] | undefined;
  /** The time that a program may run, in milliseconds. @default 30000 */
  readonly timeLimitMs?: number | undefined;
  /** The time between SIGTERM and SIGKILL, in milliseconds. @default 300 */
  readonly graceMs?: number | undefined;
  /** The number of bytes that are kept of each of the two streams: the first and the last half. @default 65536 */
  readonly maxOutputBytes?: number | undefined;
}

/** An argument of a program. @description @maxLength 100000 */
export type ProgramArgument = string;

/** The arguments of the tool `run_program`. @description */
export interface RunProgramInput {
  /** The name of the program */
  readonly program: string;
  /**
   * The arguments, each as the program receives it, without quotes
   *
   * @maxItems 1000
   * @default []
   * @examples [["-l", "--", "my file.txt"]]
   */
  readonly args?: readonly ProgramArgument[];
  /** The folder in which the program runs @maxLength 4096 */
  readonly cwd?: string;
  /** The standard input @maxLength 1000000 */
  readonly stdin?: string;
}

/** What a program wrote, and how it ended. @description */
export interface ProgramOutput {
  /** The exit code, or null if a signal ended the program. @description @asType ["integer", "null"] */
  readonly exitCode: number | null;
  /** The signal that ended the program, or null. @description */
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The number of bytes of both streams that are not in `stdout` and `stderr`. @description @asType integer */
  readonly omittedBytes: number;
}

const toolName = 'run_program';

/**
 * The tool `run_program`, with which a model runs programs that you allow by name. The arguments are a list: no shell reads
 * them. A program can do all that the user of this process can. No toolkit contains the tool unless you register it. The
 * environment variable `TOOLWRIGHT_DANGEROUS_IO` decides whether it runs: `warn` by default, `allow`, or `deny`.
 *
 * @example
 * ```ts
 * toolkit.register(new ShellTools({ programs: { ls: true }, roots: { workspace: '/srv/app' } }));
 * ```
 */
export class ShellTools extends BuiltinRegistry {
  readonly #programs: AllowedPrograms;
  readonly #roots: FileRoots;
  readonly #environment: ProgramEnvironment;
  readonly #limits: Readonly<Record<'timeLimitMs' | 'graceMs' | 'maxOutputBytes', number>>;
  #ownSpecs: ToolSpecs<this> | undefined;

  /**
   * @throws DefinitionError if an option is unknown or not valid, a program or a folder does not exist, or the system is
   * Windows.
   */
  constructor(options: ShellToolsOptions) {
    super();
    checkOptions(options);
    const { programs, roots, env = {}, inheritEnv = [] } = options;
    this.#roots = FileRoots.ofFolders(roots, 'ShellTools');
    const folders = searchFolders(process.env.PATH ?? '', (folder) => this.#roots.contains(folder));
    this.#programs = new AllowedPrograms(programs, folders);
    this.#environment = new ProgramEnvironment({ env, inheritEnv, folders });
    const { timeLimitMs = 30_000, graceMs = 300, maxOutputBytes = 65_536 } = options;
    this.#limits = { timeLimitMs, graceMs, maxOutputBytes };
  }

  /** Returns the spec of this instance, which names its programs and folders. It is created once. */
  override toToolSpecs(): ToolSpecs<this> {
    this.#ownSpecs ??= this.#describeSpecs();
    return this.#ownSpecs;
  }

  /** Runs a program, and returns its output and how it ended. */
  @Tool({
    name: toolName,
    description: 'Run a program',
    tags: ['shell'],
    ctx: 'ctx',
    trust: 'untrusted',
    annotations: { readOnlyHint: false, idempotentHint: false },
  })
  async *runProgram(
    input: RunProgramInput,
    ctx: ToolContext,
  ): AsyncGenerator<string | ToolResponse, ToolResult<ProgramOutput>> {
    const { program, cwd } = input;
    const path = this.#roots.show(cwd ?? '.');
    const call = GuardedCall.begin(ctx, { tool: toolName, path, reason: `runs the program '${program}'` });
    if (call.decision.blocked) return call.refuse();
    await GuardedCall.readAnything(ctx);
    // An event before the program starts. A call that is cancelled later keeps the metadata of its chunks.
    yield respond({ metadata: { dangerousIo: call.decision } });
    let run: ProgramRun;
    try {
      run = await this.#start(input, ctx.signal);
    } catch (error) {
      if (ToolError.is(error)) return call.fail(error);
      throw error;
    }
    try {
      yield* run.chunks();
      ctx.signal.throwIfAborted();
      const rest = run.stdout.rest() + run.stderr.rest();
      if (rest !== '') yield rest;
      return run.hasTimedOut ? call.fail(this.#timeoutError(run)) : call.succeed(resultOf(run));
    } finally {
      await run.close();
    }
  }

  async #start({ program, args = [], cwd = '.', stdin }: RunProgramInput, signal: AbortSignal): Promise<ProgramRun> {
    const command = this.#programs.permit(program, args);
    return this.#roots.useFolder(cwd, (folder) => {
      signal.throwIfAborted();
      return ProgramRun.start({
        ...command,
        ...this.#limits,
        name: program,
        cwd: folder,
        stdin,
        environment: this.#environment,
        signal,
      });
    });
  }

  #timeoutError({ end }: ProgramRun): TimeoutError {
    return new TimeoutError(`The program ran longer than its limit of ${this.#limits.timeLimitMs} ms and was ended.`, {
      toolName,
      details: { reason: 'time_limit', ...end },
    });
  }

  #describeSpecs(): ToolSpecs<this> {
    const [programs, folders] = [this.#programs.names, this.#roots.names];
    const declared = (super.toToolSpecs() as ToolSpecs<ShellTools>).runProgram;
    const { properties = {}, ...inputObject } = declared?.inputSchema ?? {};
    const spec = declared?.with({
      description:
        `Run one of the programs ${programs.join(', ')} with a list of arguments. There is no shell: no pipes, redirections, ` +
        `variables, wildcards or quotes. The folder is one of ${folders.join(', ')} or in it, and ${folders[0]} by default. ` +
        'Returns the output and the exit code.',
      inputSchema: {
        ...inputObject,
        properties: {
          ...properties,
          program: withKeywords(properties.program, { enum: programs }),
          cwd: withKeywords(properties.cwd, { default: folders[0] }),
        },
      },
      paths: { cwd: this.#roots.reading },
    });
    return Object.freeze({ runProgram: spec }) as ToolSpecs<this>;
  }
}

function withKeywords(schema: JsonSchema | boolean | undefined, keywords: JsonSchema): JsonSchema {
  return typeof schema === 'object' ? { ...schema, ...keywords } : keywords;
}

function checkOptions(options: ShellToolsOptions): void {
  const known: OptionNames<ShellToolsOptions> = {
    programs: object,
    roots: object,
    env: secretObject,
    inheritEnv: strings,
    timeLimitMs: integerFrom(1),
    graceMs: integerFrom(0),
    maxOutputBytes: integerFrom(0),
  };
  checkOptionNames(options, known, 'ShellTools');
  // How a program splits the text of its arguments is its own matter on Windows, so that no list is safe.
  if (process.platform === 'win32') throw new DefinitionError('ShellTools: it cannot run programs on Windows.');
}

function integerFrom(minimum: number): OptionRule<number> {
  return optionRule(
    `an integer from ${minimum} to ${longestTimerMs}`,
    (value) => Number.isInteger(value) && Number(value) >= minimum && Number(value) <= longestTimerMs,
  );
}

function resultOf(run: ProgramRun): ToolResult<ProgramOutput> {
  const data: ProgramOutput = {
    ...run.end,
    stdout: run.stdout.text(),
    stderr: run.stderr.text(),
    omittedBytes: run.stdout.omittedBytes + run.stderr.omittedBytes,
  };
  return new ToolResult<ProgramOutput>({ data, content: [text(textOf(data))], structuredContent: data });
}

/** Returns the output as a model reads it. */
function textOf({ stdout, stderr, exitCode, signal }: ProgramOutput): string {
  const how = signal === null ? `exit code ${exitCode}` : `ended by ${signal}`;
  const errors = stderr === '' ? '' : `[stderr]\n${withNewline(stderr)}`;
  return `${withNewline(stdout)}${errors}[${how}]`;
}

function withNewline(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
