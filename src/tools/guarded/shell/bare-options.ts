import { basename } from 'node:path';
import { DefinitionError } from '../../../base/errors/errors.js';
import type { OptionRules } from './option-rules.js';

/** Whether a program reads its first argument as options also without `-`, as tar does: `tIf` is `-t -I -f`. */
export function readsBareOptions(name: string, file: string): boolean {
  return [name, basename(file)].some((one) => /^(?:bsd|g|s)?tar$/.test(one));
}

/** Throws a DefinitionError that begins with `where` if leading arguments begin with options without `-`. */
export function checkBareOptions({ leadingArgs: [first] = [], options }: OptionRules, where: string): void {
  if (options === undefined || first === undefined || first.startsWith('-')) return;
  throw new DefinitionError(
    `${where}.leadingArgs: Write '-${first}' instead of '${first}', because tar reads its first argument as options.`,
  );
}

/** Returns the reason for which the first argument of a program is refused as options without `-`, or undefined. */
export function refusalOfBareOptions(
  { leadingArgs = [], options }: OptionRules,
  [first = '-']: readonly string[],
): string | undefined {
  if (options === undefined || leadingArgs.length > 0 || first.startsWith('-')) return undefined;
  return `The first argument is read as options, also without '-'. Write '-${first}' instead of '${first}'.`;
}
