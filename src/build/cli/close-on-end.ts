import { setInterval } from 'node:timers';
import { exitCodes } from './shared/exit-codes.js';

/**
 * Closes the server on a signal, or with its `npx`, after the pending calls have ended. A second signal exits immediately.
 *
 * @param ppid - The process that has started the command.
 */
export function closeOnEnd(serving: { close(): Promise<void> }, ppid: number): void {
  let isClosing = false;
  const close = (): void => {
    isClosing = true;
    void serving.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => (isClosing ? process.exit(exitCodes.interrupted) : close()));
  }
  if (process.env.npm_command !== undefined) onOrphaned(ppid, close);
}

/**
 * Calls `callback` when the parent of this process has ended. npm starts commands by a shell, to which it passes signals, and a
 * shell ends without passing them on.
 */
function onOrphaned(ppid: number, callback: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    callback();
  }, orphanCheckMs);
  timer.unref();
}

const orphanCheckMs = 500;
