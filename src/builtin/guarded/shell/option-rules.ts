import { DefinitionError } from '../../../errors.js';
import { previewValue } from '../../../value-preview.js';

/** Whether an option of a program takes a value, as getopt(3) distinguishes it. */
export type OptionValue = 'none' | 'required' | 'optional';

/** The options that a model may pass: names, or names with whether they take a value. */
export type AllowedOptions = readonly string[] | Readonly<Record<string, OptionValue>>;

/** What decides about the options among the arguments of a program. */
export interface OptionRules {
  readonly options?: AllowedOptions | undefined;
  readonly endOfOptions?: boolean | undefined;
  readonly leadingArgs?: readonly string[] | undefined;
}

const optionValues: readonly unknown[] = ['none', 'required', 'optional'];

/** Throws a DefinitionError that begins with `where` on options that are not valid. */
export function checkOptionRules({ options = [], endOfOptions = false }: OptionRules, where: string): void {
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
}

/** Returns the reason for which the options among the arguments of a model are refused, or undefined. */
export function refusalByOptions(rules: OptionRules, args: readonly string[]): string | undefined {
  return rules.options === undefined ? undefined : new OptionScan(rules, rules.options).refusal(args);
}

/** A scan of arguments, which reads them as the program does. */
class OptionScan {
  readonly #allowed: ReadonlyMap<string, OptionValue | 'unknown'>;
  readonly #endOfOptions: boolean;
  /** The option that takes the next argument as its value, or may do so. */
  #waiting: { readonly name: string; readonly value: 'required' | 'unknown' } | undefined;
  #hasEnded = false;

  constructor({ endOfOptions = false, leadingArgs = [] }: OptionRules, options: AllowedOptions) {
    this.#allowed = new Map(entriesOf(options));
    this.#endOfOptions = endOfOptions;
    const last = leadingArgs.at(-1) ?? '';
    if (isOption(last) && last !== '--' && !last.includes('=')) this.#await(last, this.#allowed.get(last) ?? 'unknown');
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
    if (arg === '--') {
      if (waiting !== undefined) return refuseEnd(waiting.name);
      this.#hasEnded = true;
      return undefined;
    }
    return isOption(arg) ? this.#accept(arg) : undefined;
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
    if (value === 'required' || value === 'unknown') this.#waiting = { name, value };
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
