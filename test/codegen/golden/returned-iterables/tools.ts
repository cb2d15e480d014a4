import { Tool, ToolRegistry } from 'toolwright';

export class ReturnedIterables extends ToolRegistry {
  @Tool()
  lines(): AsyncIterable<string> {
    return this.read();
  }

  @Tool()
  later(): Promise<AsyncIterable<{ line: number }>> {
    return Promise.resolve(this.rows());
  }

  @Tool()
  iterator(): AsyncIterableIterator<'a' | 'b'> {
    return this.read() as AsyncGenerator<'a'>;
  }

  async *rows(): AsyncGenerator<{ line: number }, void> {
    yield { line: 1 };
  }

  async *read(): AsyncGenerator<string, void> {
    yield 'a';
  }
}
