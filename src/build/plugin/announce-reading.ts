import { writeSync } from 'node:fs';
import { relative } from 'node:path';
import { isatty } from 'node:tty';

const standardError = 2;
let isAnnounced = false;

/** Shows once, on a terminal, why nothing happens yet: the first program reads the types of all its files. */
export function announceReading(fileName: string): void {
  if (isAnnounced || process.env.CI !== undefined || !isatty(standardError)) return;
  isAnnounced = true;
  // Reading blocks the thread, so that a stream would print the line after it.
  writeSync(standardError, `toolwright: reading the types of ${relative('', fileName)} …\n`);
}
