import { Bind, Tool, ToolRegistry } from 'toolwright';

interface ProductFilter {
  /** The kind of product. */
  readonly kind: 'cup' | 'pot';
  /** The highest price. */
  readonly maxPrice?: number;
}

interface Product {
  readonly name: string;
  readonly kind: ProductFilter['kind'];
  readonly price: number;
}

const products: readonly Product[] = [
  { name: 'tea cup', kind: 'cup', price: 9 },
  { name: 'espresso cup', kind: 'cup', price: 6 },
  { name: 'teapot', kind: 'pot', price: 24 },
];

export class Shop extends ToolRegistry {
  /**
   * Find products of the shop, the cheapest first.
   *
   * @param limit - How many products to return.
   */
  @Tool()
  find(filter: ProductFilter, @Bind('user.currency') currency: string, limit = 5): string[] {
    const { kind, maxPrice = Number.POSITIVE_INFINITY } = filter;
    return products
      .filter((product) => product.kind === kind && product.price <= maxPrice)
      .sort((one, other) => one.price - other.price)
      .slice(0, limit)
      .map(({ name, price }) => `${name}: ${price} ${currency}`);
  }
}
