import type { CommandResult, Report } from './report.js';
import type { Streams } from './streams.js';

/** An option of a command. */
export interface OptionDeclaration {
  /** The type of the value: a flag is true or false, and a list collects the values of a repeated option. */
  readonly kind: 'flag' | 'value' | 'list';
  /** The names of the option and of its value, such as `-p, --project <file>`. A flag `--no-closed` is true by default. */
  readonly flags: string;
  readonly description: string;
  /** The values that are accepted. Undefined for any value. */
  readonly choices?: readonly string[];
  /** Whether the value is a path, which shells complete. */
  readonly isPath?: boolean;
}

/** The options of a command, by the name of their value in code: `baseUrl` for `--base-url`. */
export type OptionDeclarations = Readonly<Record<string, OptionDeclaration>>;

/** An argument of a command that is not an option. */
export interface ArgumentDeclaration {
  readonly name: string;
  /** The argument in a sentence, such as 'a module'. */
  readonly label: string;
  readonly description: string;
  readonly isOptional?: boolean;
  /** Whether the argument may be repeated. Only the last argument of a command may be. */
  readonly isRepeatable?: boolean;
  /** What shells complete: these values, paths, the tools of the module before, or their arguments. */
  readonly completes?: readonly string[] | 'path' | 'command' | 'tool' | 'tool argument';
}

/** The values of options, by the name of their value in code. */
export type OptionValues<Options extends OptionDeclarations = OptionDeclarations> = {
  readonly [Name in keyof Options]: ValuesByKind[Options[Name]['kind']];
};

interface ValuesByKind {
  readonly flag: boolean;
  readonly value: string | undefined;
  readonly list: readonly string[];
}

/** The arguments and options of a command, as far as every command checks them. */
export interface CommandLine<Options extends OptionDeclarations = OptionDeclarations> {
  readonly operands: readonly string[];
  readonly values: OptionValues<Options>;
}

/** What a command runs with. */
export interface CommandEnvironment {
  readonly report: Report;
  readonly streams: Streams;
  /** All commands, for those that describe the others. */
  readonly commands: readonly CommandDeclaration[];
}

/** A command whose command line is valid. */
export interface PreparedCommand {
  /** Whether standard output belongs to a protocol, so that results are printed to standard error. */
  readonly isStdoutReserved?: boolean;
  /** Runs the command. Returns undefined if it has reported its results while it ran. */
  run(environment: CommandEnvironment): Promise<CommandResult | undefined>;
}

/**
 * A command: what its help shows, and what it runs. The modules that it runs are imported by `run`, so that the other
 * commands start without them.
 */
export interface CommandDeclaration<Options extends OptionDeclarations = OptionDeclarations> {
  readonly name: string;
  /** The description in the list of commands: one line that begins with a verb. */
  readonly summary: string;
  /** The description in the help of the command. Undefined for the summary. */
  readonly description?: string;
  readonly arguments: readonly ArgumentDeclaration[];
  readonly options: Options;
  /** Command lines that users can copy, without the name of the program. */
  readonly examples: readonly string[];
  /** When the command ends with which exit code. */
  readonly exits: readonly (readonly [code: number, meaning: string])[];
  /** Whether neither help nor completion list the command. */
  readonly isHidden?: boolean;
  /**
   * Checks what only this command knows of its options.
   *
   * @throws UsageFailure if the command line is not valid.
   */
  prepare(line: CommandLine<Options>): PreparedCommand;
}

/** Declares a command. The types of its options' values are inferred. */
export function defineCommand<const Options extends OptionDeclarations>(
  declaration: CommandDeclaration<Options>,
): CommandDeclaration<Options> {
  return declaration;
}

/** A command line that is not valid. The command adds where to read more. */
export class UsageFailure extends Error {}
