import { Tool, ToolRegistry } from 'toolwright';

export class BadNumbers extends ToolRegistry {
  /**
   * @param a - a number
   * @minimum many
   */
  @Tool()
  minimum(a: number): void {}

  /**
   * @param a - a number
   * @multipleOf
   */
  @Tool()
  empty(a: number): void {}

  /**
   * @param a - a number
   * @exclusiveMaximum Infinity
   */
  @Tool()
  endless(a: number): void {}
}
