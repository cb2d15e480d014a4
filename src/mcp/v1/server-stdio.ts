import { setImmediate as nextTurn } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/**
 * The SDK's transport for standard input and output, with its writes in a row: thousands of answers at once would have
 * as many listeners wait for the stream to drain.
 */
export class OrderedStdioTransport extends StdioServerTransport {
  #last: Promise<void> = Promise.resolve();

  override send(message: JSONRPCMessage): Promise<void> {
    this.#last = this.#last.then(() => super.send(message));
    return this.#last;
  }

  /** Resolves when all that has been sent is written, though not later than `limitMs`: the reader may be gone. */
  async flushed(limitMs: number): Promise<void> {
    // The SDK sends the answer of a call a moment after the call has ended.
    await nextTurn();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limitMs);
    });
    await Promise.race([this.#last, late]);
    clearTimeout(timer);
  }
}
