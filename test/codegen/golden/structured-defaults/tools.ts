import { Tool, ToolRegistry } from 'toolwright';

interface Options {
  depth: number;
  tags?: string[];
}

export class StructuredDefaults extends ToolRegistry {
  @Tool()
  scan(
    folders: string[] = ['src', 'test'],
    options: Options = { depth: 2, tags: [] },
    pair: [number, number] = [-1, 1],
    extra: Record<string, boolean> = {},
  ): void {}
}
