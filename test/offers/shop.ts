import { interval, map, type Observable, startWith } from 'rxjs';
import { Bind, Complete, Ctx, image, Param, Prompt, Resource, Tool, type ToolContext, ToolRegistry } from 'toolwright';

/** The first bytes of a PNG picture. */
export const logo = new Uint8Array([137, 80, 78, 71]);

/** A shop that offers tools, resources and prompts. */
export class Shop extends ToolRegistry {
  readonly orders = new Map([
    ['a1', { customer: 'Ada', item: 'tea' }],
    ['b2', { customer: 'Bob', item: 'cup' }],
  ]);

  @Tool({ description: 'Count the orders' })
  countOrders(): number {
    return this.orders.size;
  }

  @Resource('shop://policy', { title: 'Returns', mimeType: 'text/markdown', description: 'How to return goods' })
  policy(): string {
    return '# Returns\nWithin 30 days.';
  }

  @Resource('shop://orders/{id}', { list: true })
  order(id: string, @Bind('customer', { optional: true }) customer?: string): { id: string; item: string } {
    const found = this.orders.get(id);
    if (found === undefined || (customer !== undefined && found.customer !== customer)) {
      throw new RangeError(`There is no order '${id}'.`);
    }
    return { id, item: found.item };
  }

  @Resource('shop://logo', { mimeType: 'image/png' })
  logo(): Uint8Array {
    return logo;
  }

  @Resource('shop://pictures')
  pictures(): unknown {
    return [image(logo, 'image/png'), image(logo, 'image/png')];
  }

  @Resource('shop://search{?text,limit}')
  search(text: string = '', limit: number = 10): string {
    return `${text} × ${limit}`;
  }

  @Resource('shop://log')
  async *log(): AsyncGenerator<string> {
    yield 'opened ';
    yield 'closed';
  }

  @Resource('shop://stock', { live: true })
  stock(): Observable<number> {
    return interval(10).pipe(
      map((count) => 9 - count),
      startWith(10),
    );
  }

  @Complete('id')
  orderIds(typed: string, @Bind('customer', { optional: true }) customer?: string): string[] {
    return [...this.orders]
      .filter(([id, order]) => id.startsWith(typed) && (customer === undefined || order.customer === customer))
      .map(([id]) => id);
  }

  @Prompt({ description: 'Reply to a complaint' })
  reply(id: string, count: number, tone: 'formal' | 'friendly' = 'friendly', @Ctx() ctx?: ToolContext): string {
    ctx?.log('info', 'replying');
    return `Reply to ${id}, ${count + 1} times, in a ${tone} tone.`;
  }

  @Prompt()
  picture(): unknown {
    return [
      { role: 'user', content: ['What is this?', image(logo, 'image/png')] },
      { role: 'assistant', content: 'A logo.' },
    ];
  }

  @Prompt()
  broken(): number {
    return 7;
  }

  @Complete('city', { of: ['ship'] })
  cities(typed: string, country: string = ''): Promise<string[]> {
    return Promise.resolve([`${typed}-${country}`]);
  }

  @Prompt()
  ship(@Param({ enum: ['FR', 'DE'] }) country: string, city: string, isFast: boolean = false): string {
    return `Ship to ${city}, ${country}${isFast ? ', fast' : ''}.`;
  }
}
