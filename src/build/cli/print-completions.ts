import { type CompletionContext, complete } from './complete.js';
import { reserveStandardOutput } from './protocol-output.js';
import type { TextOutput } from './shared/streams.js';

/**
 * Prints the words that complete a command line: a line with their mode, then a line for each word, with a description
 * after a tab. In the mode `paths`, the shell completes a path. In the mode `parts`, it adds no space after a word.
 */
export async function printCompletions(
  words: readonly string[],
  { stdout, ...context }: CompletionContext & { readonly stdout: TextOutput },
): Promise<void> {
  // Reserved because a module whose tools are completed may print something.
  const output = stdout === process.stdout ? reserveStandardOutput() : stdout;
  const { mode, candidates } = await complete(words, context);
  // A value with a line break or a tab would be several words.
  const shown = candidates.filter(({ value }) => !/\p{Cc}/u.test(value));
  const lines = shown.map(({ value, description = '' }) =>
    `${value}\t${description.replaceAll(/[\s\p{Cc}]+/gu, ' ')}`.trimEnd(),
  );
  output.write(`${[mode, ...lines].join('\n')}\n`);
}
