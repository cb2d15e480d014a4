import { type Command, CommanderError } from 'commander';
import { createProgram } from './create-program.js';
import { globalOptions, hasOnlyOutputOptions } from './global-options.js';
import { help } from './help-command.js';
import { checkValues, readValues } from './option-values.js';
import { type CommandDeclaration, type PreparedCommand, UsageFailure } from './shared/declaration.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';
import { explainError, explainMissingCommand } from './usage-errors.js';
import { version } from './version.js';

/** A command line that is valid. */
export interface ParsedCommand extends PreparedCommand {
  /** The name of the command. */
  readonly name: string;
}

/**
 * Parses a command line.
 *
 * @throws CommandFailure if the command line is not valid.
 */
export function parseCommand(args: readonly string[], commands: readonly CommandDeclaration[]): ParsedCommand {
  const program = createProgram(commands);
  const words = withCommandFirst(args, commands);
  const error = parse(program, words);
  const declaration = commands.find(({ name }) => name === program.args[0]);
  const values = readValues(globalOptions, program);
  if (values.help || hasOnlyOutputOptions(words)) return prepareHelp(declaration);
  if (values.version) return { name: 'version', run: version };
  try {
    if (declaration === undefined) throw new UsageFailure(explainMissingCommand(error, { program, commands }));
    return { name: declaration.name, ...prepare(declaration, { program, error, args: words }) };
  } catch (failure) {
    if (!(failure instanceof UsageFailure)) throw failure;
    const name = declaration === undefined ? '' : `${declaration.name} `;
    throw new CommandFailure(`${failure.message} See 'toolwright ${name}--help'.`, exitCodes.usage);
  }
}

/** Moves the name of the command before the options that precede it. */
function withCommandFirst(args: readonly string[], commands: readonly CommandDeclaration[]): readonly string[] {
  if (args[0]?.startsWith('-') !== true) return args;
  const at = args.findIndex((arg) => arg === '--' || commands.some(({ name }) => name === arg));
  const name = args[at];
  return name === undefined || name === '--' ? args : [name, ...args.slice(0, at), ...args.slice(at + 1)];
}

function parse(program: Command, args: readonly string[]): CommanderError | undefined {
  try {
    program.parse(args, { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError) return error;
    throw error;
  }
}

function prepareHelp(declaration: CommandDeclaration | undefined): ParsedCommand {
  const operands = declaration === undefined ? [] : [declaration.name];
  return { name: help.name, ...help.prepare({ operands, values: {} }) };
}

interface ParsedProgram {
  readonly program: Command;
  readonly error: CommanderError | undefined;
  readonly args: readonly string[];
}

function prepare(declaration: CommandDeclaration, { program, error, args }: ParsedProgram): PreparedCommand {
  const parser = program.commands.find((one) => one.name() === declaration.name) ?? program;
  if (error !== undefined) throw new UsageFailure(explainError(error, { declaration, parser }));
  const values = readValues(declaration.options, parser);
  checkValues(declaration.options, { values, parser, args });
  return declaration.prepare({ operands: parser.args, values });
}
