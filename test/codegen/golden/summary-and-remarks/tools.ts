import { Tool, ToolRegistry } from 'toolwright';

export class SummaryAndRemarks extends ToolRegistry {
  /**
   * Counts the words of a text.
   * Numbers count as words.
   *
   * - hyphens join words
   * - `code` is one word
   *
   * @remarks
   * Slow for long texts.
   *
   * @see the manual
   * @since 1.2
   * @throws never
   */
  @Tool()
  count(text: string): number {
    return text.split(' ').length;
  }

  // Not a documentation comment.
  @Tool()
  plain(): void {}
}
