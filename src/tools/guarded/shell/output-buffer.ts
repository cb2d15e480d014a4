/**
 * The output of a program to one stream, of which the first and the last bytes are kept. Its text is UTF-8, of which no
 * character is split.
 */
export class OutputBuffer {
  readonly #head: Buffer;
  /** The last bytes, as a ring: the byte at the position `n` of the stream is at `(n - head) % tail`. */
  readonly #tail: Buffer;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #headText = '';
  #total = 0;

  /** @param maxBytes - The number of bytes to keep: the first half and the second half of them. */
  constructor(maxBytes: number) {
    this.#head = Buffer.alloc(Math.ceil(maxBytes / 2));
    this.#tail = Buffer.alloc(Math.floor(maxBytes / 2));
  }

  /** Adds output. Returns the text that is certain to be kept: that of the first bytes. */
  add(bytes: Buffer): string {
    const free = Math.max(0, this.#head.length - this.#total);
    const first = bytes.subarray(0, free);
    first.copy(this.#head, this.#total);
    this.#addToTail(bytes.subarray(free));
    this.#total += bytes.length;
    const text = this.#decoder.decode(first, { stream: true });
    this.#headText += text;
    return text;
  }

  /** The number of bytes that are not in the text. */
  get omittedBytes(): number {
    return this.#readRest().omittedBytes;
  }

  /** Returns the text that follows what `add` has returned, with a note where bytes were omitted. */
  rest(): string {
    return this.#readRest().text;
  }

  /** Returns the entire text. */
  text(): string {
    return this.#headText + this.rest();
  }

  #addToTail(bytes: Buffer): void {
    const size = this.#tail.length;
    if (size === 0) return;
    const kept = bytes.subarray(Math.max(0, bytes.length - size));
    const start = Math.max(0, this.#total - this.#head.length) + bytes.length - kept.length;
    const offset = start % size;
    const copied = kept.copy(this.#tail, offset);
    kept.copy(this.#tail, 0, copied);
  }

  #readRest(): { readonly text: string; readonly omittedBytes: number } {
    const headBytes = Math.min(this.#total, this.#head.length);
    const split = incompleteEnd(this.#head.subarray(0, headBytes));
    const tail = this.#readTail(this.#total - headBytes);
    const gap = this.#total - headBytes - tail.length;
    if (gap === 0) {
      const whole = Buffer.concat([this.#head.subarray(headBytes - split, headBytes), tail]);
      return { text: decode(whole), omittedBytes: 0 };
    }
    const skipped = continuationBytes(tail);
    const omittedBytes = gap + split + skipped;
    return { text: `\n[${omittedBytes} bytes omitted]\n${decode(tail.subarray(skipped))}`, omittedBytes };
  }

  /** Returns the last of `length` bytes that followed the first ones, in order. */
  #readTail(length: number): Buffer {
    const size = this.#tail.length;
    if (length <= size) return this.#tail.subarray(0, length);
    const oldest = length % size || 0;
    return size === 0 ? this.#tail : Buffer.concat([this.#tail.subarray(oldest), this.#tail.subarray(0, oldest)]);
  }
}

function decode(bytes: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Returns the number of bytes at the end that begin a character but do not complete it. */
function incompleteEnd(bytes: Buffer): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count++) {
    const byte = bytes[bytes.length - count] ?? 0;
    if (isContinuation(byte)) continue;
    return characterLength(byte) > count ? count : 0;
  }
  return 0;
}

/** Returns the number of bytes at the start that continue a character. */
function continuationBytes(bytes: Buffer): number {
  let count = 0;
  while (count < Math.min(3, bytes.length) && isContinuation(bytes[count] ?? 0)) count++;
  return count;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Returns the length of the character that a byte begins, in bytes. */
function characterLength(byte: number): number {
  if (byte >= 0xf0) return 4;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}
