import { Tool, ToolRegistry } from 'toolwright';

interface Row {
  id: number;
}

export class ReturnedStreams extends ToolRegistry {
  @Tool()
  async *rows(): AsyncGenerator<Row, void> {
    yield { id: 1 };
  }

  @Tool()
  async *words(): AsyncGenerator<string, void, unknown> {
    yield 'a';
  }

  @Tool({ accumulate: 'last' })
  async *progress(): AsyncGenerator<Row> {
    yield { id: 1 };
  }

  @Tool({ accumulate: 'none' })
  async *events(): AsyncGenerator<Row, void> {
    yield { id: 1 };
  }

  @Tool()
  *numbers(): Generator<number, undefined> {
    yield 1;
  }
}
