import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { OrderedSends } from '../server/ordered-sends.js';

/** The SDK's transport for standard input and output, with sequential writes. */
export class OrderedStdioTransport extends StdioServerTransport {
  readonly #sends = new OrderedSends();

  override send(message: JSONRPCMessage): Promise<void> {
    return this.#sends.send(() => super.send(message));
  }

  /** Resolves when all sent messages are written, or after `limitMs` milliseconds at the latest. */
  flushed(limitMs: number): Promise<void> {
    return this.#sends.flushed(limitMs);
  }
}
