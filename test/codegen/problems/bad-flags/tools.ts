import { Tool, ToolRegistry } from 'toolwright';

export class BadFlags extends ToolRegistry {
  /**
   * @param a - some texts
   * @uniqueItems maybe
   */
  @Tool()
  maybe(a: string[]): void {}
}
