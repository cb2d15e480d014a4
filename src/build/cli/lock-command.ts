import { type ChangeClass, changeClasses } from '../checks/lock/change.js';
import { placeArguments, placeOptions, readPlace } from './checked-place.js';
import { defineCommand, type OptionDeclarations, UsageFailure } from './shared/declaration.js';
import { exitCodes } from './shared/exit-codes.js';

const options = {
  file: {
    kind: 'value',
    flags: '--file <file>',
    description: 'the lock file (default: toolwright.lock.json)',
    isPath: true,
  },
  check: { kind: 'flag', flags: '--check', description: 'write nothing, and exit with 3 if a definition has changed' },
  allow: {
    kind: 'value',
    flags: '--allow <classes>',
    description: `with --check: the classes of changes that are no failure, such as compatible,cost (of ${changeClasses.join(', ')})`,
  },
  sarif: {
    kind: 'value',
    flags: '--sarif <file>',
    description: 'write the changes as SARIF to a file too',
    isPath: true,
  },
  ...placeOptions,
} as const satisfies OptionDeclarations;

/** The command `toolwright lock`. */
export const lock = defineCommand({
  name: 'lock',
  summary: 'write the definitions of tools to a file, or check that they are the same',
  description:
    'Writes the definitions that models see to a lock file, or with --check says what has changed since: breaking changes, ' +
    'other words, compatible changes and changes of the cost only.',
  arguments: placeArguments,
  options,
  examples: [
    'lock ./shop.ts',
    'lock ./shop.ts --check --allow compatible,cost',
    'lock openapi.json --check --sarif lock.sarif',
    'lock --mcp https://example.com/mcp --file example.lock.json',
    'lock --mcp --check -- npx -y example-server',
  ],
  exits: [
    [exitCodes.ok, 'written, or nothing has changed that is not allowed'],
    [exitCodes.usage, 'invalid usage, or no lock file to check'],
    [
      exitCodes.module,
      'the module does not exist, cannot be loaded, or exports no tools; or the lock file cannot be used',
    ],
    [exitCodes.findings, 'a definition has changed'],
  ],
  prepare({ operands, values }) {
    const { file = 'toolwright.lock.json', check, sarif } = values;
    if (!check && values.allow !== undefined) throw new UsageFailure('--allow requires --check.');
    const command = {
      place: readPlace('lock', operands, values),
      file,
      check,
      sarif,
      allowed: readClasses(values.allow),
    };
    return { run: async ({ report }) => (await import('./lock.js')).lockTools(command, report) };
  },
});

function readClasses(text: string | undefined): readonly ChangeClass[] {
  const names = text?.split(',').map((name) => name.trim()) ?? [];
  return names.map((name) => {
    const found = changeClasses.find((one) => one === name);
    if (found !== undefined) return found;
    throw new UsageFailure(`--allow accepts ${changeClasses.join(', ')}, not '${name}'.`);
  });
}
