import { defineCommand } from './shared/declaration.js';
import { exitCodes } from './shared/exit-codes.js';
import { moduleArgument, readToolPlace, toolPlaceOptions } from './tool-place-options.js';

/** The command `toolwright doctor`. */
export const doctor = defineCommand({
  name: 'doctor',
  summary: 'print what is installed and configured, and what is wrong',
  description:
    'Prints which runtime, compiler, options and packages were found, what is wrong with them, and how to correct it. With ' +
    'a module, it checks the tools and their types too.',
  arguments: [{ ...moduleArgument, isOptional: true }],
  options: toolPlaceOptions,
  examples: ['doctor', 'doctor ./shop.ts', 'doctor --json'],
  exits: [
    [exitCodes.ok, 'no error; there may be warnings'],
    [exitCodes.usage, 'invalid usage, or an error was found'],
  ],
  prepare({ operands: [modulePath], values }) {
    const place = modulePath === undefined ? undefined : readToolPlace(modulePath, values);
    return { run: async () => (await import('./doctor.js')).diagnose(place) };
  },
});
