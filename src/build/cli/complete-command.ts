import { defineCommand } from './shared/declaration.js';

/** The command that completion scripts run: `toolwright __complete -- <word>... <word to complete>.` */
export const complete = defineCommand({
  name: '__complete',
  summary: 'print the words that complete a command line',
  description: 'Prints the words that complete a command line. The last word ends with an additional dot.',
  arguments: [
    {
      name: 'words',
      label: 'words',
      description: 'the words of the command line',
      isOptional: true,
      isRepeatable: true,
    },
  ],
  options: {},
  examples: ['__complete -- list .'],
  exits: [],
  isHidden: true,
  prepare: ({ operands }) => ({
    run: async ({ commands, streams }) => {
      const { printCompletions } = await import('./print-completions.js');
      // PowerShell omits empty arguments, so that the last word has a dot.
      const words = [...operands.slice(0, -1), String(operands.at(-1)).slice(0, -1)];
      await printCompletions(words, { commands, stdout: streams.stdout });
      return undefined;
    },
  }),
});
