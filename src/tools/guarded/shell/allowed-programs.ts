import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { DefinitionError, PermissionError } from '../../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../../base/options/check-options.js';
import { callback, flag, string, strings } from '../../../base/options/option-rules.js';
import { invalidArgument } from '../../definition/invalid-argument.js';
import { checkBareOptions, readsBareOptions, refusalOfBareOptions } from './bare-options.js';
import { type AllowedOptions, checkOptionRules, refusalByOptions } from './option-rules.js';

/** The rule of one program that a model may run. */
export interface ProgramRule {
  /** The absolute path of the program. @default it is looked up in the `PATH` of this process, once */
  readonly path?: string | undefined;
  /**
   * The arguments that precede those of the model. If `options` exist, and these arguments end with an option that may take
   * a value, the first argument of the model cannot begin with `-`.
   */
  readonly leadingArgs?: readonly string[] | undefined;
  /** The values that the first argument may have, such as the commands of git. @default any */
  readonly commands?: readonly string[] | undefined;
  /**
   * The options that a model may pass: all other arguments that begin with `-` are refused. The option `--name` also permits
   * `--name=value`. An object states whether each option takes a value, as for getopt(3): `{ '-l': 'none', '--exclude':
   * 'required', '--color': 'optional' }`. Then the value of an option may be any argument, and short options may be
   * combined. @default any
   */
  readonly options?: AllowedOptions | undefined;
  /**
   * Whether the program treats an argument `--` as the end of its options, so that `options` need not apply to arguments
   * after it. @default false: arguments after `--` that begin with `-` are refused
   */
  readonly endOfOptions?: boolean | undefined;
  /** Decides about the arguments of a model, which it cannot change. Returns the reason of a refusal, which the model reads, or undefined. */
  readonly check?: ((args: readonly string[]) => string | undefined) | undefined;
}

const ruleNames: OptionNames<ProgramRule> = {
  path: string,
  leadingArgs: strings,
  commands: strings,
  options: true,
  endOfOptions: flag,
  check: callback,
};

/** The programs that a model may run, by name. `true` permits any arguments. */
export type ProgramRules = Readonly<Record<string, true | ProgramRule>>;

/** A program that a model may run, with its arguments. */
export interface AllowedCommand {
  /** The absolute path, without links. */
  readonly file: string;
  readonly args: readonly string[];
}

interface AllowedProgram {
  readonly file: string;
  readonly rule: ProgramRule;
  readonly readsBareOptions: boolean;
}

/** The folders in which programs may be looked up: the absolute ones in a `PATH`, where a model cannot create programs. */
export function searchFolders(path: string, isWritable: (folder: string) => boolean): readonly string[] {
  return path.split(delimiter).filter((folder) => isAbsolute(folder) && !isWritable(realPathOf(folder) ?? folder));
}

/** The programs that a model may run. Each is resolved to its real path once. */
export class AllowedPrograms {
  readonly #programs: ReadonlyMap<string, AllowedProgram>;

  /**
   * @param folders - The folders in which programs without a path are looked up.
   * @throws DefinitionError if there is no program, a name or a rule is not valid, or a program does not exist.
   */
  constructor(rules: ProgramRules, folders: readonly string[]) {
    const entries = Object.entries(rules);
    if (entries.length === 0) throw new DefinitionError('ShellTools: `programs` must name at least one program.');
    this.#programs = new Map(entries.map(([name, rule]) => [name, readRule(name, rule, folders)]));
  }

  /** The names of the programs. */
  get names(): readonly string[] {
    return [...this.#programs.keys()];
  }

  /**
   * Returns the program and its arguments if the rules permit them.
   *
   * @throws PermissionError with the reason if they do not, or ValidationError if the arguments are not possible.
   */
  permit(name: string, args: readonly string[]): AllowedCommand {
    const program = this.#programs.get(name);
    if (program === undefined) {
      throw invalidArgument('program', `'${name}' is not allowed. The programs are ${this.names.join(', ')}.`);
    }
    if (args.some((arg) => arg.includes('\0'))) {
      throw invalidArgument('args', 'An argument contains a NUL character, which no program can receive.');
    }
    const reason = refusalBy(program, args);
    if (reason !== undefined) throw new PermissionError(`'${name}' may not run with these arguments: ${reason}`);
    return { file: program.file, args: [...(program.rule.leadingArgs ?? []), ...args] };
  }
}

function refusalBy({ rule, readsBareOptions }: AllowedProgram, args: readonly string[]): string | undefined {
  const { commands, check } = rule;
  const [first = ''] = args;
  if (commands !== undefined && !commands.includes(first)) {
    return `The first argument must be one of ${commands.join(', ')}.`;
  }
  const bare = readsBareOptions ? refusalOfBareOptions(rule, args) : undefined;
  const reason = bare ?? refusalByOptions(rule, args);
  if (reason !== undefined) return reason;
  return check?.(Object.freeze([...args]));
}

function readRule(name: string, rule: true | ProgramRule, folders: readonly string[]): AllowedProgram {
  if (!/^[A-Za-z0-9_][\w.+-]*$/.test(name)) {
    throw new DefinitionError(
      `ShellTools: '${name}' in \`programs\` is not a name. Write { ${JSON.stringify(name.split(/[\\/]/).at(-1))}: { path } }.`,
    );
  }
  const read: ProgramRule = rule === true ? {} : rule;
  checkOptionNames(read, ruleNames, `ShellTools: programs.${name}`);
  checkOptionRules(read, `ShellTools: programs.${name}`);
  if (read.path !== undefined && !isAbsolute(read.path)) {
    throw new DefinitionError(`ShellTools: the path of '${name}' must be absolute.`);
  }
  const candidates = read.path === undefined ? folders.map((folder) => join(folder, name)) : [read.path];
  const file = candidates.map(realPathOf).find((path) => path !== undefined && isProgram(path));
  if (file === undefined) {
    const where = read.path === undefined ? 'in the absolute folders of PATH outside of the roots' : 'at its path';
    throw new DefinitionError(`ShellTools: there is no program '${name}' ${where}.`);
  }
  const readsBare = readsBareOptions(name, file);
  if (readsBare) checkBareOptions(read, `ShellTools: programs.${name}`);
  return { file, rule: read, readsBareOptions: readsBare };
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
