import { defineCommand } from './shared/declaration.js';
import { exitCodes } from './shared/exit-codes.js';

/** The command `toolwright flow`. */
export const flow = defineCommand({
  name: 'flow',
  summary: 'print which data of tools can reach which other tools',
  description:
    'Prints how trusted the results of each tool of a toolkit with the option flow are, which of its arguments decide, which tools ' +
    'have no declared label, and which tool can carry data where.',
  arguments: [
    {
      name: 'module',
      label: 'a module',
      description: 'a JavaScript or TypeScript file that exports a toolkit with the option flow',
      completes: 'path',
    },
  ],
  options: {
    check: { kind: 'flag', flags: '--check', description: 'exit with 3 if a tool has no declared label' },
  },
  examples: ['flow ./assistant.ts', 'flow ./assistant.ts --check', 'flow ./assistant.ts --json'],
  exits: [
    [exitCodes.ok, 'success'],
    [exitCodes.usage, 'invalid usage'],
    [exitCodes.module, 'the module does not exist, cannot be loaded, or exports no toolkit with the option flow'],
    [exitCodes.findings, 'with --check: a tool without a declared label'],
  ],
  prepare: ({ operands: [modulePath = ''], values: { check } }) => ({
    run: async ({ report }) => (await import('./flow.js')).printFlow({ modulePath, check }, report),
  }),
});
