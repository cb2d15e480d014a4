import { Tool, ToolRegistry } from 'toolwright';

export class ParameterComments extends ToolRegistry {
  /**
   * Draws.
   *
   * @param label - told by the tag, which wins
   */
  @Tool()
  draw(
    /**
     * In millimetres.
     *
     * @minimum 0
     */
    width: number,
    /** Told by the comment. */
    label: string,
    /** @format uri */
    link?: string,
  ): void {}
}
