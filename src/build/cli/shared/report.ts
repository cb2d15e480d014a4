import type { ToolProgress, ToolResponse } from '../../../index.js';
import type { ExitCode } from './exit-codes.js';
import { ProgressLine } from './progress-line.js';
import type { TextOutput } from './streams.js';
import { plainStyle, type TextStyle } from './text-style.js';

/** An error as programs read it. Some errors have further fields. */
export interface ErrorInfo {
  readonly code: string;
  readonly message: string;
  /** What else a tool's error says. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The failure of a command that nevertheless has a result, such as a call of a tool that fails. */
export interface ResultFailure {
  readonly exitCode: ExitCode;
  readonly error: ErrorInfo;
  /** The text for people, on standard error. */
  readonly text: string;
}

/** The result of a command. */
export interface CommandResult {
  /** The data for programs. */
  readonly data: unknown;
  /** The text for people, on standard output. */
  readonly text: string;
  readonly failure?: ResultFailure | undefined;
}

/** The outputs that a report writes to. */
export interface ReportStreams {
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
}

/** The styles of the outputs that a report writes to. */
export interface ReportStyles {
  readonly stdout: TextStyle;
  readonly stderr: TextStyle;
}

/** Prints what a command reports: for people or for programs. */
export abstract class Report {
  protected readonly stdout: TextOutput;
  protected readonly stderr: TextOutput;
  readonly #progress: ProgressLine;
  /** The styles of text for people. Programs receive text without colours. */
  readonly styles: ReportStyles = { stdout: plainStyle, stderr: plainStyle };

  constructor({ stdout, stderr }: ReportStreams) {
    this.stdout = stdout;
    this.stderr = stderr;
    this.#progress = new ProgressLine(stderr);
  }

  /** Reports a problem that does not end the command. */
  abstract warn(message: string): void;

  /** Reports one response of a streamed call. */
  abstract showResponse(response: ToolResponse): void;

  /** Reports the result of the command and returns its exit code. */
  abstract finish(result: CommandResult): ExitCode;

  /** Reports the error that ended the command and returns its exit code. */
  abstract fail(error: unknown): ExitCode;

  /** Shows the progress on a terminal, until something else is printed. */
  showProgress(progress: Omit<ToolProgress, 'callId'>): void {
    this.#progress.show(progress);
  }

  /** Informs a person on a terminal. Neither programs nor logs receive it. */
  hint(_message: string): void {}

  /** Removes the progress from the terminal. */
  clearProgress(): void {
    this.#progress.clear();
  }

  /** Informs people on standard error. Programs need not read it. */
  note(message: string): void {
    this.clearProgress();
    this.stderr.write(`${message}\n`);
  }
}
