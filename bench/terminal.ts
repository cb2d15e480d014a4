import type { RowFindings } from './benchmark.js';

/** Ends with Ctrl-C, once: the second one ends this process as ever. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  return controller.signal;
}

/** Shows how far it has come, where somebody is looking. */
export function showProgress(done: number, row: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${Math.floor(done * 100)} %  ${row}`);
}

/** Clears the line of the progress. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}

/** Tells what was not measured, and sets the exit code by it. */
export function reportEnd(rows: readonly RowFindings[], { aborted }: AbortSignal): void {
  const problems = rows.flatMap((row) => row.problems);
  const failures = problems.filter(({ isFailure }) => isFailure);
  for (const text of new Set(problems.filter(({ isFailure }) => !isFailure).map((problem) => problem.text))) {
    console.log(`Left out: ${text}`);
  }
  for (const { text } of failures) console.error(text);
  if (aborted) console.error('Interrupted: medians of the rounds so far.');
  if (aborted || failures.length > 0) process.exitCode = aborted ? 130 : 1;
}

/** Runs a command. What a user did wrong is told in one line. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
