import { Tool, ToolRegistry } from 'toolwright';

export class BadCounts extends ToolRegistry {
  /**
   * @param a - a text
   * @minLength -1
   */
  @Tool()
  negative(a: string): void {}

  /**
   * @param a - some texts
   * @maxItems 1.5
   */
  @Tool()
  broken(a: string[]): void {}
}
