import { Tool, ToolRegistry } from 'toolwright';

interface Options {
  /** Told by the property. */
  limit?: number;
  /** Told by the property, and by nothing else. */
  order?: 'asc' | 'desc';
  page: { size: number };
}

export class DescribedOptions extends ToolRegistry {
  /**
   * @param query - what to look for
   * @param options - how to look
   * @param options.limit - the most to give
   * @param options.page.size - how many at a time
   */
  @Tool()
  search(query: string, options: Options): void {}

  /**
   * @param options - how to list
   * @param options.limit - the most to list
   * @minimum 1
   */
  @Tool()
  list(options: Options): void {}

  /**
   * @param options - how to sort
   * @param options.order - which way
   */
  @Tool()
  sort({ order = 'asc', page }: Options): void {}
}
