import { Tool, ToolRegistry } from 'toolwright';
import type { Lost } from './lost.js';

export class UnresolvedTypes extends ToolRegistry {
  @Tool()
  find(lost: Lost): void {}

  @Tool()
  list(all: { items: Missing[] }): void {}
}
