import { agentTool, Bind, ServerError, secret, Tool, Toolkit, ToolRegistry } from 'toolwright';

/** Lets time pass on the clock of the pictures. */
declare const pass: (milliseconds: number) => Promise<void>;

interface Filter {
  /** The kind of product. */
  kind: 'pot' | 'cup' | 'tin';
  /**
   * The highest price in euros.
   * @minimum 1
   */
  price?: number;
}

interface Item {
  /** The number of the product, such as `P-7`. */
  product: string;
  /** @minimum 1 */
  quantity: number;
}

class Shop extends ToolRegistry {
  #attempts = 0;

  /** Finds products, the cheapest first. */
  @Tool({ annotations: { readOnlyHint: true } })
  async find(filter: Filter, @Bind('user.currency') currency: string, limit = 10) {
    await pass(38);
    const found = [
      { product: 'P-7', name: 'teapot', price: 24, currency, stock: { Ghent: 4, Lyon: 11 } },
      { product: 'P-9', name: 'coffeepot', price: 31, currency, stock: { Ghent: 2, Lyon: 0 } },
    ];
    return found.filter(({ name }) => name.endsWith(filter.kind)).slice(0, limit);
  }

  /** Describes a product, word by word. */
  @Tool({ annotations: { readOnlyHint: true } })
  async *describe(product: string, @Bind('user.currency') currency: string, words = 8) {
    const text = `The ${product} for 24 ${currency} is made of cast iron and holds one litre.`;
    for (const word of text.split(' ').slice(0, words)) {
      await pass(140);
      yield `${word} `;
    }
  }

  /** Reads the price of a product, which the supplier sometimes answers late. */
  @Tool({ retry: { maxRetries: 2, delayMs: 1 } })
  async price(product: string) {
    await pass(120);
    this.#attempts += 1;
    if (this.#attempts === 1) throw new ServerError('The supplier did not answer.');
    return { product, price: 24 };
  }
}

class Orders extends ToolRegistry {
  /** Orders products for the user who is signed in. */
  @Tool({ needsApproval: true, annotations: { destructiveHint: true } })
  order(items: Item[], @Bind('user.id') user: string, @Bind('shop.key') key: string, express?: boolean) {
    return { order: 1042, user, items, express: express ?? false, paid: key !== '' };
  }

  /** Cancels an order. */
  @Tool({ needsApproval: true })
  cancel(order: number) {
    return `The order ${order} is cancelled.`;
  }
}

const menu = agentTool({
  name: 'plan_table',
  description: 'Plans what a table for a number of guests needs.',
  input: { type: 'object', properties: { guests: { type: 'integer', minimum: 1 } }, required: ['guests'] },
  groups: ['catalogue'],
  async run({ guests }, { toolkit: shop }) {
    await pass(60);
    await shop.execute('find', { filter: { kind: 'pot' } }, { callId: 'find-pots' });
    await shop.execute('price', { product: 'P-9' }, { callId: 'price-9' });
    await shop.execute('describe', { product: 'teapot', words: 4 }, { callId: 'describe-teapot' });
    return `Two teapots and ${guests} cups.`;
  },
});

export const toolkit = new Toolkit({
  state: { user: { id: 'ann', currency: 'EUR' }, shop: { key: secret('k-7Qm29xLr') } },
});
toolkit.createGroup('catalogue', { description: 'Products and prices', active: true });
toolkit.createGroup('orders', { description: 'Orders of the user', active: true });
toolkit.register(new Shop(), { group: 'catalogue' });
toolkit.register(new Orders(), { group: 'orders' });
toolkit.register(menu);
