import { Tool, ToolRegistry } from 'toolwright';

interface Profile {
  /** Shown to others. */
  name: string;
  age: number;
  tags: string[];
}

export class Partials extends ToolRegistry {
  @Tool()
  update(id: string, changes: Partial<Profile>): void {}

  @Tool()
  patch(changes: Partial<Profile>): void {}
}
