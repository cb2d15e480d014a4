import { Tool, ToolRegistry } from 'toolwright';

export class BadLists extends ToolRegistry {
  /**
   * @param a - a text
   * @examples red, blue
   */
  @Tool()
  list(a: string): void {}
}
