import { Tool, ToolRegistry } from 'toolwright';

export class DescribedParameters extends ToolRegistry {
  /**
   * Searches.
   *
   * @param query - What to look for:
   * words, or a phrase in quotes.
   * @param limit the most to give
   * @param tags
   * @param {string} owner - whose they are
   * @param [order='asc'] - how to sort
   */
  @Tool()
  search(query: string, limit: number, tags: string[], owner?: string, order: 'asc' | 'desc' = 'asc'): void {}
}
