import { Tool, ToolRegistry } from 'toolwright';

export class BadWords extends ToolRegistry {
  /**
   * @param a - a text
   * @format an address
   */
  @Tool()
  two(a: string): void {}

  /**
   * @param a - a number
   * @asType
   */
  @Tool()
  none(a: number): void {}
}
