import { defineCommand, UsageFailure } from './shared/declaration.js';
import { exitCodes } from './shared/exit-codes.js';

/** The command `toolwright generate`. */
export const generate = defineCommand({
  name: 'generate',
  summary: "write a module with the schemas of a project's tools",
  description: "Writes a module with the schemas of a project's tools, generated from their TypeScript types.",
  arguments: [],
  options: {
    project: {
      kind: 'value',
      flags: '-p, --project <file>',
      description: "the project's tsconfig file, or its folder (default: tsconfig.json)",
      isPath: true,
    },
    out: {
      kind: 'value',
      flags: '-o, --out <file>',
      description: 'the module to write (default: src/toolwright.gen.ts, next to the tsconfig file)',
      isPath: true,
    },
    types: {
      kind: 'value',
      flags: '--types <file>',
      description: 'a file to write with the types of the tools, for typed toolkits and clients',
      isPath: true,
    },
    typesOnly: { kind: 'flag', flags: '--types-only', description: 'write the file of --types, and no module' },
    closed: {
      kind: 'flag',
      flags: '--no-closed',
      description: 'accept properties that the types do not declare, below the top level',
    },
    check: { kind: 'flag', flags: '--check', description: 'write nothing, and exit with 1 if the module is stale' },
    watch: {
      kind: 'flag',
      flags: '-w, --watch',
      description: 'rewrite the module whenever the project changes, until Ctrl-C',
    },
  },
  examples: [
    'generate',
    'generate --project tsconfig.json --out src/toolwright.gen.ts',
    'generate --check',
    'generate --watch',
  ],
  exits: [
    [exitCodes.ok, 'success'],
    [exitCodes.usage, 'invalid usage, or a stale module'],
    [exitCodes.module, 'the project does not exist, or has types without a schema'],
  ],
  refuseExcess: (argument) =>
    /\.[cm]?[jt]sx?$/.test(argument)
      ? `'generate' accepts no module: it reads all that belong to the project. Run it without '${argument}'.`
      : `'generate' accepts no module. To set the project, use --project ${argument}.`,
  prepare({ values }) {
    if (values.check && values.watch) throw new UsageFailure("'generate' accepts --check or --watch, not both.");
    if (values.typesOnly && (values.types === undefined || values.out !== undefined)) {
      throw new UsageFailure('--types-only requires --types <file>, and no --out.');
    }
    return { run: async ({ report }) => (await import('./generate.js')).generate(values, report) };
  },
});
