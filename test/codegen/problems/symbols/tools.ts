import { Tool, ToolRegistry } from 'toolwright';

declare const mark: unique symbol;

export class Symbols extends ToolRegistry {
  @Tool()
  find(key: symbol): void {}

  @Tool()
  nest(options: { key: typeof mark }): void {}
}
