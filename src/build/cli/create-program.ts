import { Argument, Command, Option } from 'commander';
import { globalOptions } from './global-options.js';
import type { ArgumentDeclaration, CommandDeclaration, OptionDeclaration } from './shared/declaration.js';

/** Creates the parser of all commands. It throws errors, and prints nothing. */
export function createProgram(commands: readonly CommandDeclaration[]): Command {
  const program = createSilent('toolwright').usage('<command> [options]').helpCommand(false);
  for (const option of Object.values(globalOptions)) program.addOption(createOption(option));
  for (const declaration of commands) {
    const { isHidden = false } = declaration;
    program.addCommand(createCommand(declaration), { hidden: isHidden });
  }
  return program;
}

function createCommand(declaration: CommandDeclaration): Command {
  const command = createSilent(declaration.name).summary(declaration.summary);
  command.description(declaration.description ?? declaration.summary);
  for (const argument of declaration.arguments) command.addArgument(createArgument(argument));
  for (const option of Object.values(declaration.options)) command.addOption(createOption(option));
  return command;
}

// The option --help is a flag like others: commander's own prints during parsing, before the report is known.
function createSilent(name: string): Command {
  const silent = { writeOut: () => undefined, writeErr: () => undefined };
  return new Command(name).exitOverride().helpOption(false).configureOutput(silent);
}

function createArgument({ name, description, isOptional, isRepeatable }: ArgumentDeclaration): Argument {
  const term = `${name}${isRepeatable === true ? '...' : ''}`;
  return new Argument(isOptional === true ? `[${term}]` : `<${term}>`, description);
}

function createOption({ kind, flags, description }: OptionDeclaration): Option {
  const option = new Option(flags, description);
  if (kind !== 'list') return option;
  return option.argParser((value: string, before: readonly string[] = []) => [...before, value]);
}
