import type { Command } from 'commander';
import { nearestName } from '../../base/options/nearest-name.js';
import { type OptionDeclarations, type OptionValues, UsageFailure } from './shared/declaration.js';

/** Returns the values of the options of a command. */
export function readValues<Options extends OptionDeclarations>(
  options: Options,
  parser: Command,
): OptionValues<Options> {
  const parsed = parser.opts();
  const values = Object.entries(options).map(([name, { kind }]) => [name, readValue(kind, parsed[name])]);
  return Object.fromEntries(values);
}

function readValue(kind: 'flag' | 'value' | 'list', value: unknown): unknown {
  if (kind === 'flag') return value === true;
  return kind === 'list' ? (value ?? []) : value;
}

/** The values of a command line, and how they were written. */
export interface WrittenValues {
  readonly values: OptionValues;
  readonly parser: Command;
  readonly args: readonly string[];
}

/**
 * Checks that the values of options are not further options, and that they are among the choices.
 *
 * @throws UsageFailure if one is not.
 */
export function checkValues(options: OptionDeclarations, { values, parser, args }: WrittenValues): void {
  const known = new Set([parser, parser.parent].flatMap((one) => one?.options ?? []).flatMap(namesOf));
  for (const [name, { flags, choices }] of Object.entries(options)) {
    const long = longNameOf(flags);
    for (const value of [values[name] ?? []].flat()) {
      if (typeof value !== 'string') continue;
      if (known.has(value) && args.includes(value)) {
        throw new UsageFailure(`${long} needs a value, not the option '${value}'.`);
      }
      if (choices?.includes(value) === false) {
        throw new UsageFailure(`${long} must be ${listChoices(choices)}, not '${value}'.${suggest(value, choices)}`);
      }
    }
  }
}

/** Lists values in a sentence: `a, b or c`. */
function listChoices(choices: readonly string[]): string {
  return [choices.slice(0, -1).join(', '), ...choices.slice(-1)].filter((text) => text !== '').join(' or ');
}

/** Suggests the known name that is nearest to a name, in a sentence after a space. Returns an empty text for none. */
export function suggest(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` Did you mean '${nearest}'?`;
}

/** Returns the long name of an option, such as `--project`. */
function longNameOf(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

/** Returns the names of an option. */
export function namesOf({ long, short }: { readonly long?: string; readonly short?: string }): readonly string[] {
  return [long, short].filter((name) => name !== undefined);
}
