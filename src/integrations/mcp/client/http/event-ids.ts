/** Reads the IDs of server-sent events (HTML Living Standard, section 9.2) from a stream of bytes. */
export class EventIds {
  readonly #decoder = new TextDecoder();
  #line = '';
  #previous: string | undefined;
  /** The latest ID. */
  last: string | undefined;
  /** The approximate number of bytes received of the incomplete event. */
  eventBytes = 0;

  push(bytes: Uint8Array): void {
    this.eventBytes += bytes.length;
    const lines = (this.#line + this.#decoder.decode(bytes, { stream: true })).split(/\r\n|\r|\n/);
    const rest = lines.pop() ?? '';
    // Only the start of a line can hold an ID: the rest of a long line need not be stored.
    this.#line = rest.slice(0, 256);
    for (const line of lines) {
      if (line === '') this.eventBytes = rest.length;
      const id = /^id: ?(.*)$/.exec(line)?.[1];
      if (id === undefined || id === '') continue;
      this.#previous = this.last;
      this.last = id;
    }
  }

  /** The IDs that the stream may be resumed from. The event of the latest ID may be incomplete. */
  get resumable(): readonly string[] {
    return [this.#previous, this.last].filter((id) => id !== undefined);
  }
}
