import { ToolError, type ToolResponse } from '../../index.js';
import { CommandFailure, type ExitCode, exitCodeOf, exitCodes } from './exit-codes.js';
import { messageOf } from './message-of.js';
import { type CommandResult, type ErrorInfo, Report, type ReportStreams } from './report.js';
import type { TextOutput } from './streams.js';

/** The name of a command, in the envelope of its result. */
export type CommandName =
  | 'help'
  | 'version'
  | 'list'
  | 'call'
  | 'serve'
  | 'generate'
  | 'install'
  | 'uninstall'
  | 'doctor';

/** The JSON that a command prints with `--json`. */
type Envelope =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: ErrorInfo; readonly data?: unknown };

/**
 * Prints one JSON document for programs: an envelope with the data or the error of the command. A streamed call prints
 * one line per response before it.
 */
export class JsonReport extends Report {
  readonly #output: TextOutput;
  readonly #command: CommandName | null;
  #warnings: readonly string[] = [];

  /**
   * @param command - Null if the command line is not valid.
   * @param output - The stream of the envelope: standard error if standard output belongs to a protocol.
   */
  constructor(streams: ReportStreams, command: CommandName | null, output: TextOutput = streams.stdout) {
    super(streams);
    this.#command = command;
    this.#output = output;
  }

  warn(message: string): void {
    this.#warnings = [...this.#warnings, message];
  }

  showResponse(response: ToolResponse): void {
    this.#printLine({ response });
  }

  finish({ data, failure }: CommandResult): ExitCode {
    if (failure === undefined) this.#printEnvelope(exitCodes.ok, { ok: true, data });
    else this.#printEnvelope(failure.exitCode, { ok: false, error: failure.error, data });
    return failure?.exitCode ?? exitCodes.ok;
  }

  fail(error: unknown): ExitCode {
    const exitCode = exitCodeOf(error);
    this.#printEnvelope(exitCode, { ok: false, error: describeError(error) });
    return exitCode;
  }

  #printEnvelope(exitCode: ExitCode, { ok, ...content }: Envelope): void {
    this.#printLine({ ok, command: this.#command, exitCode, ...content, warnings: this.#warnings });
    // A command that runs until it is stopped prints several envelopes.
    this.#warnings = [];
  }

  #printLine(value: object): void {
    const line = JSON.stringify(value);
    this.clearProgress();
    this.#output.write(`${line}\n`);
  }
}

function describeError(error: unknown): ErrorInfo {
  if (error instanceof CommandFailure) {
    const { code, message, problems } = error;
    return { code, message, ...(problems === undefined ? {} : { problems }) };
  }
  return ToolError.is(error) ? error.toJSON() : { code: 'internal', message: messageOf(error) };
}
