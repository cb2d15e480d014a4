import type { Command, Help } from 'commander';
import type { CommandDeclaration } from './shared/declaration.js';
import type { TextOutput } from './shared/streams.js';
import type { TextStyle } from './shared/text-style.js';

// In columns. Longer lines are hard to read.
const widest = 100;
const defaultWidth = 80;

/** What help needs to know of the command line. */
export interface HelpContext {
  readonly commands: readonly CommandDeclaration[];
  /** Where the help is printed. */
  readonly output: TextOutput;
  readonly style: TextStyle;
}

/** Returns the help of a command, or the overview of all commands for the program. */
export function describeHelp(subject: Command, { commands, output, style }: HelpContext): string {
  const helper = subject.createHelp();
  const helpWidth = Math.min(output.columns ?? defaultWidth, widest);
  helper.prepareContext({ helpWidth });
  helper.styleTitle = (title) => style('bold', title);
  helper.showGlobalOptions = subject.parent !== null;
  helper.subcommandTerm = (command) => command.name();
  // The usage names the options of the command only.
  helper.commandUsage = (command) =>
    `toolwright ${subject.parent === null ? '' : `${command.name()} `}${command.usage()}`;
  const declaration = commands.find(({ name }) => subject.parent !== null && name === subject.name());
  const sections = declaration === undefined ? describeProgram(subject, helper) : describeCommand(declaration, helper);
  // The sections of the program change what the formatter shows.
  return [helper.formatHelp(subject, helper).trimEnd(), ...sections].join('\n\n').concat('\n');
}

/** Describes the options of all commands. In the overview, the commands come first. */
function describeProgram(program: Command, helper: Help): readonly string[] {
  const width = helper.padWidth(program, helper);
  const options = helper
    .visibleOptions(program)
    .map((option) => helper.formatItem(helper.optionTerm(option), width, option.description, helper));
  helper.visibleOptions = () => [];
  return [formatSection('Options:', options, helper), wrap(overviewExits, helper)];
}

const overviewExits = 'Exit codes: 0 success, 1 usage, 2 module, 3 findings, 5 tool, 130 interrupted.';

function wrap(text: string, helper: Help): string {
  return helper.boxWrap(text, helper.helpWidth ?? defaultWidth);
}

function describeCommand({ examples, exits }: CommandDeclaration, helper: Help): readonly string[] {
  const lines = exits.map(([code, meaning]) => helper.formatItem(String(code), 3, meaning, helper));
  const commandLines = examples.map((example) => `  toolwright ${example}`);
  return [formatSection('Examples:', commandLines, helper), formatSection('Exit codes:', lines, helper)];
}

function formatSection(title: string, lines: readonly string[], helper: Help): string {
  return [helper.styleTitle(title), ...lines].join('\n');
}
