import { Tool, ToolRegistry } from 'toolwright';

interface Query {
  /** What to look for. */
  text: string;
  limit?: number;
}

export class DestructuredParameters extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool()
  search({ text, limit }: Query): void {
    this.received.push(text, limit);
  }

  @Tool()
  inline({ from, to: end }: { from: number; to: number }): void {
    this.received.push(from, end);
  }
}
