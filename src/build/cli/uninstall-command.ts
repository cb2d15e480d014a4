import { entryOptions, readEntry } from './entry-options.js';
import { defineCommand, UsageFailure } from './shared/declaration.js';
import { exitCodes } from './shared/exit-codes.js';
import { moduleArgument } from './tool-place-options.js';

/** The command `toolwright uninstall`. */
export const uninstall = defineCommand({
  name: 'uninstall',
  summary: 'remove a server from the configuration of a host',
  description:
    'Removes the server that `toolwright install` has added for a module, or the server that --name selects, after it has ' +
    'shown the difference.',
  arguments: [{ ...moduleArgument, isOptional: true }],
  options: entryOptions,
  examples: ['uninstall ./shop.ts --host cursor', 'uninstall --host vscode --project --name shop'],
  exits: [
    [exitCodes.ok, 'success'],
    [exitCodes.usage, 'invalid usage, a declined change, or a file that cannot be read or written'],
  ],
  prepare({ operands: [modulePath], values }) {
    if (modulePath === undefined && values.name === undefined) {
      throw new UsageFailure("'uninstall' needs a module or --name.");
    }
    const command = { ...readEntry('uninstall', values), modulePath };
    return { run: async (environment) => (await import('./uninstall.js')).uninstall(command, environment) };
  },
});
