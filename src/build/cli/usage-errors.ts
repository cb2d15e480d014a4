import type { Command, CommanderError } from 'commander';
import { namesOf, suggest } from './option-values.js';
import type { ArgumentDeclaration, CommandDeclaration } from './shared/declaration.js';

interface ParsedWithError {
  readonly declaration: CommandDeclaration;
  readonly parser: Command;
}

/** Explains in a sentence why the arguments of a command are not valid. */
export function explainError(error: CommanderError, { declaration, parser }: ParsedWithError): string {
  const { name, arguments: accepted } = declaration;
  switch (error.code) {
    case 'commander.unknownOption': {
      const known = [parser, parser.parent].flatMap((one) => one?.options ?? []).flatMap(namesOf);
      return explainOption(error, { known, isMissing: (option) => `'${name}' has no option ${option}.` });
    }
    case 'commander.missingArgument':
      return `'${name}' needs ${listRequired(accepted)}.`;
    case 'commander.excessArguments': {
      const excess = parser.args[accepted.length] ?? '';
      return refuseArgument(declaration, excess);
    }
    default:
      return explainOther(error);
  }
}

/** Explains in a sentence why a command line has no known command. */
export function explainMissingCommand(
  error: CommanderError | undefined,
  { program, commands }: { readonly program: Command; readonly commands: readonly CommandDeclaration[] },
): string {
  const [name] = program.args;
  if (name !== undefined && !name.startsWith('-')) return explainUnknownCommand(name, commands);
  if (error?.code !== 'commander.unknownOption') return 'Missing command.';
  const known = program.options.flatMap(namesOf);
  const ofCommands = new Set(program.commands.flatMap((one) => one.options).flatMap(namesOf));
  return explainOption(error, {
    known,
    isMissing: (option) => (ofCommands.has(option) ? 'Missing command.' : `Unknown option '${option}'.`),
  });
}

/** Explains in a sentence that a command does not exist, and suggests one with a similar name. */
export function explainUnknownCommand(name: string, commands: readonly CommandDeclaration[]): string {
  const shown = commands.filter(({ isHidden }) => isHidden !== true);
  return `Unknown command '${name}'.${suggest(
    name,
    shown.map((one) => one.name),
  )}`;
}

interface OptionExplanation {
  /** The names of the options that are accepted. */
  readonly known: readonly string[];
  /** Returns the sentence for an option that is not accepted. */
  readonly isMissing: (option: string) => string;
}

function explainOption(error: CommanderError, { known, isMissing }: OptionExplanation): string {
  // The error has no field with the name.
  const [, written = ''] = /'(.+)'/s.exec(error.message) ?? [];
  const [name = ''] = written.split('=', 1);
  if (known.includes(name)) return `${name} accepts no value.`;
  return `${isMissing(name)}${suggest(name, known)}`;
}

function explainOther({ message }: CommanderError): string {
  const [, option] = /^error: option '(?:-\w, )?(.+)' argument missing$/.exec(message) ?? [];
  if (option !== undefined) return `${option.split(' ', 1).join()} needs a value: ${option}.`;
  return `${message.replace(/^error: /, '')}.`;
}

function listRequired(accepted: readonly ArgumentDeclaration[]): string {
  return accepted
    .filter(({ isOptional }) => isOptional !== true)
    .map(({ label }) => label)
    .join(' and ');
}

function refuseArgument({ name, arguments: accepted }: CommandDeclaration, argument: string): string {
  const labels = accepted.map(({ label }) => label.replace(/^a /, 'one ')).join(' and ');
  return `'${name}' accepts ${labels === '' ? 'no argument' : labels}. Unexpected argument: '${argument}'.`;
}
