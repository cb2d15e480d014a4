import { setTimeout as pause } from 'node:timers/promises';
import { Tool, type ToolContext, ToolRegistry } from 'toolwright';

/** A product, and its price in euros. */
export interface Product {
  name: string;
  price: number;
}

const products: readonly Product[] = [
  { name: 'tea pot', price: 24 },
  { name: 'tea cup', price: 9 },
  { name: 'saucer', price: 4 },
];

export class Shop extends ToolRegistry {
  /** The number of descriptions that clients have cancelled. */
  static cancelled = 0;

  /**
   * Finds products.
   *
   * @param query - A part of the name.
   * @param maxPrice - In euros.
   */
  @Tool()
  find(query: string, maxPrice: number = 100): Product[] {
    return products.filter(({ name, price }) => name.includes(query) && price <= maxPrice);
  }

  /** Describes a product, word by word. */
  @Tool()
  async *describe(product: string, words: number = 3, ctx: ToolContext): AsyncGenerator<{ word: string }> {
    try {
      for (let count = 1; count <= words; count++) {
        yield { word: `${product} ${count}` };
        await pause(20, undefined, { signal: ctx.signal });
      }
    } finally {
      if (ctx.signal.aborted) Shop.cancelled++;
    }
  }

  /** Buys a product. */
  @Tool({ needsApproval: true })
  buy(product: string): string {
    return `You have bought: ${product}.`;
  }
}
