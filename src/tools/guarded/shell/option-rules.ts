import { DefinitionError } from '../../../base/errors/errors.js';
import { previewValue } from '../../../base/values/value-preview.js';

/** Whether an option of a program takes a value, as getopt(3) distinguishes it. */
export type OptionValue = 'none' | 'required' | 'optional';

/** The options that a model may pass: names, or names with whether they take a value. */
export type AllowedOptions = readonly string[] | Readonly<Record<string, OptionValue>>;

/** What decides about the options among the arguments of a program. */
export interface OptionRules {
  readonly options?: AllowedOptions | undefined;
  readonly endOfOptions?: boolean | undefined;
  readonly leadingArgs?: readonly string[] | undefined;
  readonly commands?: readonly string[] | undefined;
}

const optionValues: readonly unknown[] = ['none', 'required', 'optional'];

/** Throws a DefinitionError that begins with `where` on options that are not valid. */
export function checkOptionRules(rules: OptionRules, where: string): void {
  const { options = [], endOfOptions = false, commands } = rules;
  if (typeof endOfOptions !== 'boolean') {
    throw new DefinitionError(`${where}.endOfOptions must be true or false, not ${previewValue(endOfOptions)}.`);
  }
  if (typeof options !== 'object' || options === null) {
    throw new DefinitionError(`${where}.options must be an array or an object, not ${previewValue(options)}.`);
  }
  for (const [name, value] of entriesOf(options)) {
    if (typeof name !== 'string' || !isOption(name) || name === '--' || name.includes('=')) {
      throw new DefinitionError(`${where}.options: ${previewValue(name)} is not an option such as '-l' or '--long'.`);
    }
    if (value !== 'unknown' && !optionValues.includes(value)) {
      const known = "'none', 'required' or 'optional'";
      throw new DefinitionError(`${where}.options: '${name}' must be ${known}, not ${previewValue(value)}.`);
    }
  }
  const waiting = commands === undefined ? undefined : new OptionScan(rules, options).waitingOption;
  if (waiting === undefined) return;
  throw new DefinitionError(`${where}.leadingArgs: '${waiting}' would take the command as its value. Write its value.`);
}

/** Returns the reason for which the options among the arguments of a model are refused, or undefined. */
export function refusalByOptions(rules: OptionRules, args: readonly string[]): string | undefined {
  return rules.options === undefined ? undefined : new OptionScan(rules, rules.options).refusal(args);
}

/** An option that takes the next argument as its value, or may do so. */
interface Waiting {
  readonly name: string;
  readonly value: 'required' | 'unknown';
  /** The leading arguments of which it is not known whether they take a value. */
  readonly undeclared: readonly string[];
}

/** A scan of arguments, which reads them as the program does. */
class OptionScan {
  readonly #allowed: ReadonlyMap<string, OptionValue | 'unknown'>;
  readonly #endOfOptions: boolean;
  #waiting: Waiting | undefined;
  #hasEnded = false;

  constructor({ endOfOptions = false, leadingArgs = [] }: OptionRules, options: AllowedOptions) {
    this.#allowed = new Map(entriesOf(options));
    this.#endOfOptions = endOfOptions;
    for (const arg of leadingArgs) this.#lead(arg);
  }

  /** The option that takes the first argument of a model as its value, whatever that is. */
  get waitingOption(): string | undefined {
    return this.#waiting?.value === 'required' ? this.#waiting.name : undefined;
  }

  refusal(args: readonly string[]): string | undefined {
    for (const arg of args) {
      const reason = this.#read(arg);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  #read(arg: string): string | undefined {
    if (this.#hasEnded) return isOption(arg) && !this.#endOfOptions ? refuseAfterEnd(arg) : undefined;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting?.value === 'required') return undefined;
    if (!isOption(arg)) return undefined;
    if (waiting !== undefined && waiting.undeclared.length > 0) return refuseUnclear(arg, waiting);
    if (arg !== '--') return this.#accept(arg);
    if (waiting !== undefined) return refuseEnd(waiting.name);
    this.#hasEnded = true;
    return undefined;
  }

  /** Reads an argument of the author, who may pass any option. */
  #lead(arg: string): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    // After an author's `--`, which a program may pass on to another one, the options of a model are still checked.
    if (waiting?.value === 'required' || !isOption(arg) || arg === '--') return;
    if (this.#accept(arg) !== undefined && !arg.includes('=')) this.#await(arg, 'unknown');
    const next = this.#waiting as Waiting | undefined;
    if (next === undefined) return;
    // An option that may itself be a value waits for one only if it is none.
    const undeclared = [...(waiting?.undeclared ?? []), ...(next.value === 'unknown' ? [arg] : [])];
    this.#waiting = undeclared.length === 0 ? next : { name: next.name, value: 'unknown', undeclared };
  }

  /** Accepts an option, or returns the reason of its refusal. */
  #accept(arg: string): string | undefined {
    const value = this.#allowed.get(arg);
    if (value !== undefined) {
      this.#await(arg, value);
      return undefined;
    }
    return arg.startsWith('--') ? this.#acceptAssignment(arg) : this.#acceptCluster(arg);
  }

  #await(name: string, value: OptionValue | 'unknown'): void {
    if (value === 'required' || value === 'unknown') this.#waiting = { name, value, undeclared: [] };
  }

  /** Accepts `--name=value`. */
  #acceptAssignment(arg: string): string | undefined {
    const end = arg.indexOf('=');
    const value = end === -1 ? undefined : this.#allowed.get(arg.slice(0, end));
    if (value === undefined) return this.#refuse(arg);
    return value === 'none' ? `'${arg.slice(0, end)}' takes no value.` : undefined;
  }

  /** Accepts several short options in one argument, of which the last may have its value attached: `-lao/dev/null`. */
  #acceptCluster(arg: string): string | undefined {
    for (let at = 1; at < arg.length; at++) {
      const name = `-${arg[at]}`;
      const value = this.#allowed.get(name);
      // Of an option whose value is unknown, the rest may be a value or further options.
      if (value === undefined || value === 'unknown') return this.#refuse(arg);
      if (value === 'none') continue;
      if (at === arg.length - 1) this.#await(name, value);
      return undefined;
    }
    return undefined;
  }

  #refuse(arg: string): string {
    const names = [...this.#allowed.keys()];
    const allowed = names.length === 0 ? 'No option is.' : `The options ${names.join(', ')} are.`;
    return `'${arg}' is not allowed. ${allowed}${this.#endOfOptions ? " Arguments after '--' are never options." : ''}`;
  }
}

function refuseUnclear(arg: string, { name, undeclared }: Waiting): string {
  const states = undeclared.map((option) => `'${option}': 'none'`).join(', ');
  return (
    `'${arg}' directly after '${name}' may be the value of that option. Pass its value before. (The rule of the program can ` +
    `state that an option takes no value: options: { ${states} }, or with 'required' that it takes one. Or its ` +
    '`leadingArgs` can contain the value.)'
  );
}

function refuseEnd(name: string): string {
  return (
    `'--' directly after '${name}' may be the value of that option. Pass its value before. (The rule of the program can ` +
    `state that the option takes no value: options: { '${name}': 'none' }.)`
  );
}

function refuseAfterEnd(arg: string): string {
  return (
    `'${arg}' begins with '-'. Such arguments are not allowed after '--'. (The rule of the program can state that the ` +
    "program treats '--' as the end of its options: endOfOptions: true.)"
  );
}

function isOption(arg: string): boolean {
  return arg.length > 1 && arg.startsWith('-');
}

function entriesOf(options: AllowedOptions): readonly (readonly [string, OptionValue | 'unknown'])[] {
  if (isList(options)) return options.map((name) => [name, 'unknown'] as const);
  return Object.entries(options);
}

function isList(options: AllowedOptions): options is readonly string[] {
  return Array.isArray(options);
}
