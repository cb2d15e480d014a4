import { CommandFailure, exitCodes } from './shared/exit-codes.js';

/**
 * Runs a function whose signal aborts on Ctrl-C or SIGTERM. A second signal ends the process at once.
 *
 * @throws CommandFailure with the exit code of an interrupted command, when the function has ended.
 */
export async function runInterruptible<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const onSignal = (): void => (stop.signal.aborted ? process.exit(exitCodes.interrupted) : stop.abort());
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  try {
    const result = await run(stop.signal);
    if (!stop.signal.aborted) return result;
    throw new CommandFailure('Interrupted.', exitCodes.interrupted, { code: 'interrupted' });
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
  }
}
