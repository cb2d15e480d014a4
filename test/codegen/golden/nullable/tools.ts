import { Tool, ToolRegistry } from 'toolwright';

interface Owner {
  name: string;
  manager: Owner | null;
}

export class Nullables extends ToolRegistry {
  @Tool()
  assign(
    title: string | null,
    owner: Owner | null,
    state: 'open' | 'done' | null,
    tags: string[] | null,
    one: 1 | null,
  ): void {}
}
