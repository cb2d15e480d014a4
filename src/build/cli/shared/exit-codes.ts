import { isMissingPackageError } from '../../../base/runtime/load-package.js';

/** The exit codes of the command. */
export const exitCodes = {
  ok: 0,
  /** The command line is not valid, or the module has no such tool. */
  usage: 1,
  /** The module cannot be loaded, or exports no tools. */
  module: 2,
  /** The check has found something. */
  findings: 3,
  /** The tool failed or rejected its arguments. */
  tool: 5,
  /** The command was interrupted: 128 plus the number of SIGINT, as in shells. */
  interrupted: 130,
} as const;

/** One of the command's exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The details of a failure, for programs. */
export interface FailureDetails {
  /** The kind of failure. @default 'usage' or 'module', by the exit code; 'internal' for others */
  readonly code?: string | undefined;
  /** The problems that the message summarizes, one sentence each. */
  readonly problems?: readonly string[] | undefined;
}

/** The error that ends the command, with a message for the user and the exit code. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;
  readonly code: string;
  readonly problems: readonly string[] | undefined;

  constructor(message: string, exitCode: ExitCode, { code, problems }: FailureDetails = {}) {
    super(message);
    this.exitCode = exitCode;
    this.code = code ?? defaultCodes.get(exitCode) ?? 'internal';
    this.problems = problems;
  }
}

const defaultCodes: ReadonlyMap<ExitCode, string> = new Map([
  [exitCodes.usage, 'usage'],
  [exitCodes.module, 'module'],
]);

/** The code of the failure of a command that lacks an optional package. */
export const missingPackageCode = 'missing_package';

/** Creates the failure of a command that cannot load its tools. A package that is not installed has a code of its own. */
export function createLoadFailure(message: string, cause: unknown): CommandFailure {
  if (!isMissingPackageError(cause)) return new CommandFailure(message, exitCodes.module);
  return new CommandFailure(message, exitCodes.usage, { code: missingPackageCode });
}

/** Returns the exit code of a command that ended with an error. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommandFailure) return error.exitCode;
  return isMissingPackageError(error) ? exitCodes.usage : exitCodes.tool;
}

/** Returns the error of a tool with the code of a missing package, if it is one. */
export function withFailureCode<Info extends { readonly code: string }>(error: Info): Info {
  return isMissingPackageError(error) ? { ...error, code: missingPackageCode } : error;
}
