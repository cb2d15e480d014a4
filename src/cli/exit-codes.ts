/** The exit codes of the command. */
export const exitCodes = {
  ok: 0,
  /** The command line is not valid, or the module has no such tool. */
  usage: 1,
  /** The module cannot be loaded, or exports no tools. */
  module: 2,
  /** The tool failed or rejected its arguments. */
  tool: 5,
  /** The command was interrupted: 128 plus the number of SIGINT, as in shells. */
  interrupted: 130,
} as const;

/** One of the command's exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The error that ends the command, with a message for the user and the exit code. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode) {
    super(message);
    this.exitCode = exitCode;
  }
}
