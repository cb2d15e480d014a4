import { Tool, ToolRegistry } from 'toolwright';

interface Range {
  from: number;
  to: number;
}

export class Unions extends ToolRegistry {
  @Tool()
  select(id: string | number, tags: string | string[], page: number | Range): void {}
}
