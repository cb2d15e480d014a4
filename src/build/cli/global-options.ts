import type { OptionDeclarations } from './shared/declaration.js';

/** The options that every command accepts, before and after its name. */
export const globalOptions = {
  json: { kind: 'flag', flags: '--json', description: 'print one line of JSON, with the result or the error' },
  color: { kind: 'flag', flags: '--color', description: 'use colours, even if the output is not a terminal' },
  noColor: { kind: 'flag', flags: '--no-color', description: 'use no colours' },
  help: { kind: 'flag', flags: '-h, --help', description: 'print the help of the command' },
  version: { kind: 'flag', flags: '-v, --version', description: 'print the version' },
} as const satisfies OptionDeclarations;

/** What a command line says of the output, even if the command line is not valid. */
export interface OutputOptions {
  readonly isJson: boolean;
  /** Whether to use colours. Undefined to decide by the terminal. */
  readonly color: boolean | undefined;
}

/** Reads the options for the output. The last one of `--color` and `--no-color` applies. */
export function readOutputOptions(args: readonly string[]): OutputOptions {
  const end = args.indexOf('--');
  const words = args.slice(0, end === -1 ? args.length : end);
  const choice = words.findLast(isColorOption);
  return { isJson: words.includes('--json'), color: choice === undefined ? undefined : choice === '--color' };
}

/** Checks whether a command line has only options for the output, or nothing. */
export function hasOnlyOutputOptions(args: readonly string[]): boolean {
  return args.every((arg) => arg === '--json' || isColorOption(arg));
}

function isColorOption(arg: string): boolean {
  return arg === '--color' || arg === '--no-color';
}
