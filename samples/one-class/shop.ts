import { Param, Tool, ToolRegistry } from 'toolwright';

/** A shop whose methods are the tools of every agent in this sample. */
export class Shop extends ToolRegistry {
  readonly #prices = new Map([
    ['pot', 12],
    ['cup', 4],
  ]);

  @Tool({ description: 'Returns the price of an article', annotations: { readOnlyHint: true } })
  price(@Param({ description: 'The name of the article' }) article: string): string {
    return `A ${article} costs ${this.#priceOf(article)} euros.`;
  }

  @Tool({ description: 'Orders articles', needsApproval: true })
  order(
    @Param({ description: 'The name of the article' }) article: string,
    @Param({ description: 'The number of articles', minimum: 1 }) count: number = 1,
  ): string {
    return `Ordered ${count} of ${article} for ${count * this.#priceOf(article)} euros.`;
  }

  #priceOf(article: string): number {
    const price = this.#prices.get(article);
    if (price === undefined) throw new RangeError(`There is no ${article}. There are ${[...this.#prices.keys()]}.`);
    return price;
  }
}
