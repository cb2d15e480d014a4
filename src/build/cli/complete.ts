import type { Candidate } from './candidate.js';
import { globalOptions } from './global-options.js';
import type { ArgumentDeclaration, CommandDeclaration, OptionDeclaration } from './shared/declaration.js';

/** The words that complete a word, and how a shell uses them. */
export interface Completions {
  /** 'paths' if the shell completes a path, and 'parts' if a word that completes has no space after it. */
  readonly mode: 'words' | 'parts' | 'paths';
  readonly candidates: readonly Candidate[];
}

/** What completion needs to know. */
export interface CompletionContext {
  readonly commands: readonly CommandDeclaration[];
}

const paths: Completions = { mode: 'paths', candidates: [] };

/**
 * Returns the words that complete a command line.
 *
 * @param words - The words after the name of the program, up to the one to complete, which may be empty.
 */
export async function complete(words: readonly string[], { commands }: CompletionContext): Promise<Completions> {
  const word = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const shown = commands.filter(({ isHidden }) => isHidden !== true);
  const at = before.findIndex((one) => !one.startsWith('-'));
  const command = shown.find(({ name }) => name === before[at]);
  const completions =
    command === undefined
      ? toWords(
          word.startsWith('-')
            ? describeOptions(Object.values(globalOptions))
            : at === -1
              ? shown.map(toCandidate)
              : [],
        )
      : await completeCommand(command, { word, before: before.slice(at + 1), commands: shown });
  return { ...completions, candidates: completions.candidates.filter(({ value }) => value.startsWith(word)) };
}

interface CommandWords extends CompletionContext {
  /** The word to complete. */
  readonly word: string;
  /** The words between the name of the command and the word to complete. */
  readonly before: readonly string[];
}

async function completeCommand(
  command: CommandDeclaration,
  { word, before, commands }: CommandWords,
): Promise<Completions> {
  const options = Object.values({ ...command.options, ...globalOptions });
  const { operands, pending, areOptionsOver } = readWords(before, options);
  if (pending !== undefined) return completeValue(pending, '');
  if (word.startsWith('-') && !areOptionsOver) {
    const [, name] = /^(--[^=]+)=/.exec(word) ?? [];
    const option = options.find(({ flags }) => namesOf(flags).includes(String(name)));
    return option === undefined ? toWords(describeOptions(options)) : completeValue(option, `${name}=`);
  }
  const argument = command.arguments[operands.length] ?? command.arguments.findLast(({ isRepeatable }) => isRepeatable);
  return completeOperand(argument, { operands, word, commands });
}

interface ReadWords {
  readonly operands: readonly string[];
  /** The option whose value is completed. */
  readonly pending: OptionDeclaration | undefined;
  readonly areOptionsOver: boolean;
}

/** Separates the arguments of a command from its options. */
function readWords(words: readonly string[], options: readonly OptionDeclaration[]): ReadWords {
  const operands: string[] = [];
  let pending: OptionDeclaration | undefined;
  let areOptionsOver = false;
  for (const word of words) {
    if (pending !== undefined) pending = undefined;
    else if (areOptionsOver || !word.startsWith('-')) operands.push(word);
    else if (word === '--') areOptionsOver = true;
    else pending = options.find(({ kind, flags }) => kind !== 'flag' && namesOf(flags).includes(word));
  }
  return { operands, pending, areOptionsOver };
}

interface OperandWords extends CompletionContext {
  readonly operands: readonly string[];
  readonly word: string;
}

async function completeOperand(
  argument: ArgumentDeclaration | undefined,
  { operands: [modulePath = '', toolName = ''], word, commands }: OperandWords,
): Promise<Completions> {
  const { completes = [] } = argument ?? {};
  switch (completes) {
    case 'path':
      return paths;
    case 'command':
      return toWords(commands.map(toCandidate));
    case 'tool':
      return toWords(await (await import('./complete-tools.js')).completeTool(modulePath));
    case 'tool argument':
      if (/=@/.test(word)) return paths;
      return {
        mode: 'parts',
        candidates: await (await import('./complete-tools.js')).completeArgument(modulePath, toolName, word),
      };
    default:
      return toWords(completes.map((value) => ({ value })));
  }
}

function completeValue({ choices, isPath }: OptionDeclaration, prefix: string): Completions {
  if (isPath === true) return paths;
  return toWords((choices ?? []).map((choice) => ({ value: `${prefix}${choice}` })));
}

function describeOptions(options: readonly OptionDeclaration[]): readonly Candidate[] {
  return options.map(({ flags, description }) => ({ value: namesOf(flags).at(-1) ?? flags, description }));
}

/** Returns the names of an option, the long one last. */
function namesOf(flags: string): readonly string[] {
  return flags.match(/(?<![\w-])-[\w-]+/g) ?? [];
}

function toCandidate({ name, summary }: CommandDeclaration): Candidate {
  return { value: name, description: summary };
}

function toWords(candidates: readonly Candidate[]): Completions {
  return { mode: 'words', candidates };
}
