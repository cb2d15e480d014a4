import { visibleText } from '../../base/text/visible-text.js';
import type { ToolProgress, ToolResponse } from '../../index.js';
import { ChunkPrinter } from './chunk-printer.js';
import { CommandFailure, type ExitCode, exitCodeOf, exitCodes } from './shared/exit-codes.js';
import { messageOf } from './shared/message-of.js';
import { type CommandResult, Report, type ReportStreams, type ReportStyles } from './shared/report.js';
import { createStyle } from './shared/text-style.js';
import { toolOutput } from './shared/tool-output.js';

/** Prints results to standard output and everything else to standard error, as text for people. */
export class TextReport extends Report {
  override readonly styles: ReportStyles;
  readonly #printer = new ChunkPrinter((text) => {
    this.clearProgress();
    this.stdout.write(toolOutput(text, this.stdout));
  });

  /** @param color - Whether to use colours. Undefined to decide by each output. */
  constructor(streams: ReportStreams, color?: boolean) {
    super(streams);
    this.styles = { stdout: createStyle(streams.stdout, color), stderr: createStyle(streams.stderr, color) };
  }

  warn(message: string): void {
    this.note(`${this.styles.stderr('yellow', 'warning:')} ${visibleText(message)}`);
  }

  override hint(message: string): void {
    if (this.stderr.isTTY === true) this.note(visibleText(message));
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
    for (const problem of problems) this.note(visibleText(problem));
    this.note(`${this.styles.stderr('red', 'toolwright:')} ${visibleText(messageOf(error))}`);
    return exitCodeOf(error);
  }
}

function endLine(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
