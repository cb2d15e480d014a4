import { createProgram } from './create-program.js';
import { describeHelp } from './help-text.js';
import { defineCommand } from './shared/declaration.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';
import { explainUnknownCommand } from './usage-errors.js';

/** The command `toolwright help`. */
export const help = defineCommand({
  name: 'help',
  summary: 'print the arguments, options and examples of a command',
  description: 'Prints the help of a command, or the list of all commands.',
  arguments: [{ name: 'command', label: 'a command', description: 'its name', isOptional: true, completes: 'command' }],
  options: {},
  examples: ['help call'],
  exits: [
    [exitCodes.ok, 'success'],
    [exitCodes.usage, 'an unknown command'],
  ],
  prepare: ({ operands: [name] }) => ({
    run: async ({ commands, streams, report }) => {
      const program = createProgram(commands);
      const subject = name === undefined ? program : program.commands.find((one) => one.name() === name);
      if (subject === undefined) {
        const message = `${explainUnknownCommand(String(name), commands)} See 'toolwright --help'.`;
        throw new CommandFailure(message, exitCodes.usage);
      }
      const text = describeHelp(subject, { commands, output: streams.stdout, style: report.styles.stdout });
      return { data: { usage: text }, text };
    },
  }),
});
