import { Tool, ToolRegistry } from 'toolwright';

export class Overloads extends ToolRegistry {
  add(first: string, second: number): void;
  add(first: boolean): void;
  @Tool()
  add(...values: unknown[]): void {}

  join(...words: string[]): void;
  join(words: string[]): void;
  @Tool()
  join(first?: string | string[], second?: string): void {}
}
