import type { ToolProgress, ToolResponse } from '../../index.js';
import { ChunkPrinter } from './chunk-printer.js';
import { CommandFailure, type ExitCode, exitCodeOf, exitCodes } from './exit-codes.js';
import { messageOf } from './message-of.js';
import { type CommandResult, Report } from './report.js';

/** Prints results to standard output and everything else to standard error, as text for people. */
export class TextReport extends Report {
  readonly #printer = new ChunkPrinter((text) => {
    this.clearProgress();
    this.stdout.write(text);
  });

  warn(message: string): void {
    this.note(`warning: ${message}`);
  }

  override hint(message: string): void {
    if (this.stderr.isTTY === true) this.note(message);
  }

  showResponse(response: ToolResponse): void {
    this.#printer.print(response);
  }

  override showProgress(progress: Omit<ToolProgress, 'callId'>): void {
    // The progress line would overwrite an unfinished line of a stream.
    if (!(this.#printer.isMidLine && this.stdout.isTTY)) super.showProgress(progress);
  }

  finish({ text, failure }: CommandResult): ExitCode {
    this.clearProgress();
    if (text !== '') this.stdout.write(endLine(text));
    if (failure === undefined) return exitCodes.ok;
    if (failure.text !== '') this.stderr.write(endLine(failure.text));
    return failure.exitCode;
  }

  fail(error: unknown): ExitCode {
    const { problems = [] } = error instanceof CommandFailure ? error : {};
    for (const problem of problems) this.note(problem);
    this.note(`toolwright: ${messageOf(error)}`);
    return exitCodeOf(error);
  }
}

function endLine(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
