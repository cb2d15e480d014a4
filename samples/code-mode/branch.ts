import { Tool, ToolRegistry } from 'toolwright';

/** An order of an article. */
export interface Order {
  readonly branch: string;
  readonly article: string;
  readonly count: number;
}

const orders = {
  type: 'array',
  items: { type: 'object', properties: { article: { type: 'string' }, count: { type: 'integer' } } },
} as const;

/** The tools of one branch of a shop. */
export class Branch extends ToolRegistry {
  readonly #city: string;
  readonly #stock: Map<string, number>;
  readonly #orders: Order[];

  constructor(city: string, orders: Order[]) {
    super();
    this.#city = city;
    this.#orders = orders;
    this.#stock = new Map([
      ['pot', city.length],
      ['cup', city.length * 3],
    ]);
  }

  @Tool({ description: 'Lists the articles of the branch.' })
  articles(): string[] {
    return [...this.#stock.keys()];
  }

  @Tool({ description: 'Returns how many pieces of an article are in stock.', outputSchema: { type: 'integer' } })
  stock(article: string): number {
    return this.#stock.get(article) ?? 0;
  }

  @Tool({ description: 'Returns the price of an article, in cents.' })
  price(article: string): number {
    return article.length * 400;
  }

  @Tool({ description: 'Orders pieces of an article from the supplier.', needsApproval: true })
  order(article: string, count: number): Order {
    const order = { branch: this.#city, article, count };
    this.#orders.push(order);
    return order;
  }

  @Tool({ description: 'Lists the orders of the branch.', outputSchema: orders })
  orders(): Order[] {
    return this.#orders.filter(({ branch }) => branch === this.#city);
  }

  @Tool({ description: 'Returns the opening hours of the branch.' })
  hours(): string {
    return '9 to 18';
  }

  @Tool({ description: 'Returns the address of the branch.' })
  address(): string {
    return `1 Market Square, ${this.#city}`;
  }

  @Tool({ description: 'Lists the people who work in the branch.' })
  staff(): string[] {
    return ['Ann', 'Ben'];
  }

  @Tool({ description: 'Returns the sales of the branch in a month, in cents.' })
  sales(month: number): number {
    return this.#city.length * month * 10_000;
  }
}
