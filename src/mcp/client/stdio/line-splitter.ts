/** What is kept of a line that was too long: enough to see which request it answers. */
export interface LongLine {
  readonly head: string;
  readonly tail: string;
}

/** Where the lines of a stream go. */
export interface LineReader {
  line(text: string): void;
  /** A line of more bytes than are allowed has passed. Its middle was dropped as it came. */
  tooLong(line: LongLine): void;
}

const newline = 0x0a;
const keptBytes = 512;

/** Cuts a stream of bytes into lines. A line of any length costs time in proportion to it, and bounded memory. */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #reader: LineReader;
  #parts: Buffer[] = [];
  #bytes = 0;
  /** The start of a line that is too long; its end is in `#parts`. */
  #head: string | undefined;

  /** @param maxBytes - The longest line, in bytes. */
  constructor(maxBytes: number, reader: LineReader) {
    this.#maxBytes = maxBytes;
    this.#reader = reader;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      this.#add(chunk.subarray(from, at));
      this.#finish();
      from = at + 1;
    }
    this.#add(chunk.subarray(from));
  }

  #add(part: Buffer): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.#bytes <= this.#maxBytes) return;
    const whole = Buffer.concat(this.#parts);
    this.#head ??= whole.toString('utf8', 0, keptBytes);
    // Copied: a slice would keep all of it in memory.
    this.#parts = [Buffer.from(whole.subarray(-keptBytes))];
  }

  #finish(): void {
    const text = Buffer.concat(this.#parts).toString('utf8');
    const head = this.#head;
    this.#parts = [];
    this.#bytes = 0;
    this.#head = undefined;
    if (head !== undefined) this.#reader.tooLong({ head, tail: text.slice(-keptBytes) });
    else this.#reader.line(text.endsWith('\r') ? text.slice(0, -1) : text);
  }
}
