import { Tool, ToolRegistry } from 'toolwright';

export class Nothing extends ToolRegistry {
  @Tool()
  never(value: never): void {}

  @Tool()
  missing(value: undefined): void {}

  @Tool()
  // biome-ignore lint/suspicious/noConfusingVoidType: what this folder is about
  empty(value: void): void {}
}
