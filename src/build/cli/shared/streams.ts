import type { Readable } from 'node:stream';

/** An output of a command for text: standard output, standard error, or a replacement. */
export interface TextOutput {
  readonly isTTY?: boolean;
  /** The width of a terminal in columns. */
  readonly columns?: number;
  write(text: string): unknown;
}

/** The input and outputs of a command. */
export interface Streams {
  readonly stdin: Readable;
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
}
