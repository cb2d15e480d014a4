import { Tool, ToolRegistry } from 'toolwright';

export class OptionalParameters extends ToolRegistry {
  @Tool()
  find(query: string, limit?: number, after?: string | undefined): void {}

  @Tool()
  list(folder: string | undefined, depth?: 1 | 2): void {}
}
