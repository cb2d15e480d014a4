import type { Readable } from 'node:stream';

/** What a command writes text to: standard output, standard error, or what takes their place. */
export interface TextOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Where a command reads its input from, and where it writes to. */
export interface Streams {
  readonly stdin: Readable;
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
}
