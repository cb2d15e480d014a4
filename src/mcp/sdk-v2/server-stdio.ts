import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { OrderedSends } from '../server/ordered-sends.js';

/**
 * The SDK's transport for standard input and output, with its writes in a row. The SDK's own closes as soon as its input
 * ends, and what had been asked is never answered: this one says so, and closes when it is hung up.
 */
export class OrderedStdioTransport extends StdioServerTransport {
  readonly #sends = new OrderedSends();
  readonly #onEnded: () => void;
  #isHungUp = false;

  /** @param onEnded - The client has gone, or sends what is no protocol. */
  constructor(stdin: Readable, stdout: Writable, onEnded: () => void) {
    super(stdin, stdout);
    this.#onEnded = onEnded;
  }

  override send(message: JSONRPCMessage): Promise<void> {
    return this.#sends.send(() => super.send(message));
  }

  override async close(): Promise<void> {
    if (this.#isHungUp) await super.close();
    else this.#onEnded();
  }

  /** Closes when all that has been sent is written, though not later than in `limitMs`. */
  async hangUp(limitMs: number): Promise<void> {
    await this.#sends.flushed(limitMs);
    this.#isHungUp = true;
    await this.close();
  }
}
