/** The start and the end of a line that was too long: enough to identify the request that it answers. */
export interface LongLine {
  readonly head: string;
  readonly tail: string;
}

/** A reader that receives the lines of a stream. */
export interface LineReader {
  onLine(text: string): void;
  /** Called at once when a line exceeds the limit, with its start. Its end may never arrive. */
  onExceeded?(head: string): void;
  /** Called at the end of a line that exceeded the limit. Its middle has been dropped. */
  onTooLong(line: LongLine): void;
}

const newline = 0x0a;
const keptBytes = 512;

/** Splits a stream of bytes into lines, in linear time and with bounded memory. */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #reader: LineReader;
  #parts: Buffer[] = [];
  #bytes = 0;
  /** The start of a line that is too long. Its end is in `#parts`. */
  #head: string | undefined;

  /** @param maxBytes - The size limit of a line, in bytes. */
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
    const bytes = Buffer.concat(this.#parts);
    // Copied, because a slice would retain the entire buffer.
    this.#parts = [Buffer.from(bytes.subarray(-keptBytes))];
    if (this.#head !== undefined) return;
    this.#head = bytes.toString('utf8', 0, keptBytes);
    this.#reader.onExceeded?.(this.#head);
  }

  #finish(): void {
    const text = Buffer.concat(this.#parts).toString('utf8');
    const head = this.#head;
    this.#parts = [];
    this.#bytes = 0;
    this.#head = undefined;
    if (head !== undefined) this.#reader.onTooLong({ head, tail: text.slice(-keptBytes) });
    else this.#reader.onLine(text.endsWith('\r') ? text.slice(0, -1) : text);
  }
}
