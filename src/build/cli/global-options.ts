import type { OptionDeclarations } from './declaration.js';

/** The options that every command accepts, before and after its name. */
export const globalOptions = {
  json: { kind: 'flag', flags: '--json', description: 'print one line of JSON, with the result or the error' },
  help: { kind: 'flag', flags: '-h, --help', description: 'print the help of the command' },
  version: { kind: 'flag', flags: '-v, --version', description: 'print the version' },
} as const satisfies OptionDeclarations;

/** Checks whether a command line has a flag, even if the command line is not valid. */
export function hasFlag(args: readonly string[], flag: string): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).includes(flag);
}
