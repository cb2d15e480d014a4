import { Tool, ToolRegistry } from 'toolwright';

interface Summary {
  total: number;
}

export class ReturnedResults extends ToolRegistry {
  @Tool()
  async *scan(): AsyncGenerator<string, Summary> {
    yield 'a';
    return { total: 1 };
  }

  @Tool()
  *check(): Generator<string, boolean | null> {
    yield 'a';
    return null;
  }

  // Whether the data is the result or the chunks is open until it has run.
  @Tool()
  async *maybe(): AsyncGenerator<string, Summary | undefined> {
    yield 'a';
    return undefined;
  }

  @Tool({ accumulate: 'none' })
  async *unread(): AsyncGenerator<string, Summary> {
    yield 'a';
    return { total: 1 };
  }

  // JSON leaves out undefined, which a value of the type unknown may be.
  @Tool()
  // biome-ignore lint/suspicious/noExplicitAny: the type of a result that an application does not know.
  loose(): { id: number; more: unknown; other: any } {
    return { id: 1, more: undefined, other: undefined };
  }
}
