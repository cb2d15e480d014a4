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
  const lines = candidates.map(({ value, description = '' }) =>
    `${value}\t${description.replaceAll(/\s+/g, ' ')}`.trimEnd(),
  );
  output.write(`${[mode, ...lines].join('\n')}\n`);
}
