import { Tool, ToolRegistry } from 'toolwright';

export class BadPatterns extends ToolRegistry {
  /**
   * @param a - a text
   * @pattern ([a-z
   */
  @Tool()
  open(a: string): void {}

  /**
   * @param a - a text
   * @pattern \-
   */
  @Tool()
  escaped(a: string): void {}
}
