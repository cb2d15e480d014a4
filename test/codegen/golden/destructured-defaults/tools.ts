import { Tool, ToolRegistry } from 'toolwright';

interface Options {
  query: string;
  limit: number;
  order: 'asc' | 'desc';
  tags: string[];
  at: Date;
}

export class DestructuredDefaults extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool()
  search({ query, limit = 10, order: direction = 'asc', tags = [], at = new Date(0) }: Options): void {
    this.received.push(query, limit, direction, tags, at);
  }

  @Tool()
  list({ limit = 5 }: { limit?: number } = {}): void {
    this.received.push(limit);
  }
}
