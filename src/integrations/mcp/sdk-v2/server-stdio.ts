import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { OrderedSends } from '../server/ordered-sends.js';

/**
 * The SDK's transport for standard input and output, with sequential writes. The SDK's transport closes as soon as its
 * input ends, and pending requests are never answered. This one only reports the end, and closes on `hangUp`.
 */
export class OrderedStdioTransport extends StdioServerTransport {
  readonly #sends = new OrderedSends();
  readonly #onEnded: () => void;
  #isHungUp = false;

  /** @param onEnded - Called when the client has disconnected or has violated the protocol. */
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

  /** Closes when all sent messages are written, or after `limitMs` milliseconds at the latest. */
  async hangUp(limitMs: number): Promise<void> {
    await this.#sends.flushed(limitMs);
    this.#isHungUp = true;
    await this.close();
  }
}
