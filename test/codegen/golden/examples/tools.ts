import { Tool, ToolRegistry } from 'toolwright';

interface Query {
  text: string;
  limit?: number;
}

export class Examples extends ToolRegistry {
  /**
   * Sums.
   *
   * @example { "left": 1, "right": 2 }
   *
   * @example
   * Also below zero:
   * ```json
   * { "left": -1, "right": 0 }
   * ```
   */
  @Tool()
  sum(left: number, right: number): number {
    return left + right;
  }

  /**
   * Searches.
   *
   * @example
   * ```ts
   * const hits = await registry.search('cats', ['a', 'b'], { deep: true });
   * ```
   * @example <caption>With no tags</caption>
   * search('dogs', [])
   */
  @Tool()
  search(text: string, tags: string[], options?: { deep: boolean }): void {}

  /**
   * Finds.
   *
   * @example find({ text: 'a', limit: 2 })
   * @example Ask for what you miss.
   */
  @Tool()
  find(query: Query): void {}
}
