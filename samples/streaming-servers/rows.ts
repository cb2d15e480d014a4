import { setTimeout as sleep } from 'node:timers/promises';
import { Tool, ToolContext, Toolkit, ToolRegistry } from 'toolwright';

/** The types of the tool, as a client calls it. */
export interface RowTools {
  readonly rows: { input: { count: number }; output: Row[]; chunk: Row };
}

interface Row {
  row: number;
  text: string;
}

/** A table that is read row by row. */
export class Rows extends ToolRegistry {
  /** The rows that have been read. */
  read = 0;
  /** Whether the latest call was aborted. */
  wasAborted = false;

  @Tool({ description: 'Reads rows of a table, one every few milliseconds.' })
  async *rows(count: number, ctx: ToolContext) {
    try {
      for (let row = 1; row <= count; row++) {
        this.read = row;
        yield { row, text: `Row ${row}. `.repeat(2_000) };
        await sleep(2, undefined, { signal: ctx.signal });
      }
    } finally {
      this.wasAborted = ctx.signal.aborted;
    }
  }
}

/** Creates the toolkit that a server offers. */
export function createToolkit(rows = new Rows()): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(rows);
  return toolkit;
}
