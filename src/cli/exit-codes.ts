/** How the command ends, for scripts that call it. */
export const exitCodes = {
  ok: 0,
  /** The command was not understood, or names a tool that the module does not have. */
  usage: 1,
  /** The module cannot be loaded, or exports no tools. */
  module: 2,
  /** The tool failed, its refused arguments included. */
  tool: 5,
  /** 128 and the number of SIGINT, as shells count it. */
  interrupted: 130,
} as const;

/** One of the command's exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Why the command cannot go on: one line for its user, and the exit code. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode) {
    super(message);
    this.exitCode = exitCode;
  }
}
