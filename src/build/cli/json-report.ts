import { ToolError } from '../../base/errors/errors.js';
import type { ToolResponse } from '../../index.js';
import { CommandFailure, type ExitCode, exitCodeOf, exitCodes, withFailureCode } from './shared/exit-codes.js';
import { messageOf } from './shared/message-of.js';
import { type CommandResult, type ErrorInfo, Report, type ReportStreams } from './shared/report.js';
import type { TextOutput } from './shared/streams.js';

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
  readonly #command: string | null;
  #warnings: readonly string[] = [];

  /**
   * @param command - The name of the command. Null if the command line is not valid.
   * @param output - The stream of the envelope: standard error if standard output belongs to a protocol.
   */
  constructor(streams: ReportStreams, command: string | null, output: TextOutput = streams.stdout) {
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
  return ToolError.is(error) ? withFailureCode(error.toJSON()) : { code: 'internal', message: messageOf(error) };
}
