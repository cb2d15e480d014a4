/** Reads the ids of server-sent events (HTML Living Standard, section 9.2) out of a stream of bytes, and nothing else. */
export class EventIds {
  readonly #decoder = new TextDecoder();
  #line = '';
  #previous: string | undefined;
  /** The latest id. */
  last: string | undefined;
  /** How much has come of the event that is not at its end yet, about, in bytes. */
  eventBytes = 0;

  push(bytes: Uint8Array): void {
    this.eventBytes += bytes.length;
    const lines = (this.#line + this.#decoder.decode(bytes, { stream: true })).split(/\r\n|\r|\n/);
    const rest = lines.pop() ?? '';
    // Only the start of a line tells what it is: a long one is not kept, nor read again and again.
    this.#line = rest.slice(0, 256);
    for (const line of lines) {
      if (line === '') this.eventBytes = rest.length;
      const id = /^id: ?(.*)$/.exec(line)?.[1];
      if (id === undefined || id === '') continue;
      this.#previous = this.last;
      this.last = id;
    }
  }

  /** The ids that the stream may be resumed from: the event of the latest may not have come whole. */
  get resumable(): readonly string[] {
    return [this.#previous, this.last].filter((id) => id !== undefined);
  }
}
