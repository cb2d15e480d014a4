import 'toolwright/dto';
import { IsInt, IsString } from 'class-validator';
import { Bind, Tool, Toolkit, ToolRegistry, tool, type ValidationError } from 'toolwright';
import { z } from 'zod';

class Order {
  @IsString() item!: string;
  @IsInt() count!: number;
}

class Shop extends ToolRegistry {
  @Tool()
  buy(order: Order): string {
    return order.item;
  }

  @Tool()
  buyFor(order: Order, @Bind('customer') customer: string): string {
    return `${customer} ${order.item}`;
  }

  @Tool()
  count(order: Order, times: number): string {
    return `${order.count * times}`;
  }
}

const nested = { order: { item: 'tea', count: 1 } };
const hint = " (the properties of 'order' are expected at the top level)";

async function messageOf(name: string, input: unknown): Promise<string | undefined> {
  const toolkit = new Toolkit({ state: { customer: 'Ann' } });
  toolkit.register(new Shop());
  return (await toolkit.execute(name, input)).error?.message;
}

describe('a parameter whose properties are the arguments', () => {
  it.each(['buy', 'buyFor'])('is explained if its name is sent around them: %s', async (name) => {
    expect(await messageOf(name, nested)).toBe(
      `Invalid arguments for '${name}': unknown argument 'order'${hint}; missing argument 'item'; missing argument 'count'`,
    );
  });

  it('is explained if its name is missing, because the method has another parameter', async () => {
    expect(await messageOf('count', { item: 'tea', count: 1, times: 2 })).toBe(
      "Invalid arguments for 'count': missing argument 'order'; unknown argument 'item' (it is a property of 'order'); " +
        "unknown argument 'count' (it is a property of 'order')",
    );
    expect(await messageOf('count', { order: { item: 'tea', count: 1 }, count: 1, times: 2 })).toBe(
      "Invalid arguments for 'count': unknown argument 'count'",
    );
  });

  it('is explained in the issues of the error', async () => {
    const toolkit = new Toolkit();
    toolkit.register(new Shop());
    const { error } = await toolkit.execute('buy', nested);
    expect((error as ValidationError).issues).toContainEqual({
      path: '/order',
      message: `is unknown${hint}`,
      rule: 'unknown',
    });
  });

  it('is not mentioned for another name', async () => {
    expect(await messageOf('buy', { item: 'tea', count: 1, orders: {} })).toBe(
      "Invalid arguments for 'buy': unknown argument 'orders'",
    );
  });

  it('is not mentioned if it is one of several', async () => {
    expect(await messageOf('count', { item: 'tea', order: { item: 'tea', count: 1 }, times: 2 })).toBe(
      "Invalid arguments for 'count': unknown argument 'item'",
    );
  });

  it('is explained if an inputSchema names its properties', async () => {
    const buy = (order: { item: string }): string => order.item;
    const inputSchema = z.object({ item: z.string() });
    const toolkit = new Toolkit();
    toolkit.register(tool(buy, { inputSchema }));
    expect((await toolkit.execute('buy', { order: { item: 'tea' } })).error?.message).toContain(hint);
  });

  it('is not explained if one of its properties has its name, and is hidden', async () => {
    class Line {
      @IsString() item!: string;
      @IsString() line!: string;
    }
    class Cart extends ToolRegistry {
      @Tool()
      add(line: Line): string {
        return line.item;
      }
    }
    const toolkit = new Toolkit();
    toolkit.register(new Cart());
    const result = await toolkit
      .get('add')
      ?.bind('line', { stateKey: 'own' })
      .exec({ item: 'tea', line: {} }, { state: { own: 'x' } });
    expect(result?.error?.message).toMatch(/unknown argument 'line'$/);
  });
});
