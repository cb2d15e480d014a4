import 'reflect-metadata';
import { IsInt, IsString } from 'class-validator';
import { Bind, DefinitionError, Field, secret, Tool, Toolkit, ToolRegistry } from 'toolwright';
import { defineToolSchemas } from 'toolwright/generated';
import { Rest, type RestClassOptions } from 'toolwright/rest';
import 'toolwright/dto';
import { closeServers, echo, listen } from './listen.js';

afterEach(closeServers);

class Order {
  @Field({ description: 'The customer.' })
  @IsString()
  customer!: string;

  @IsInt()
  cups!: number;
}

let runs = 0;

class Orders extends ToolRegistry {
  readonly restOptions: RestClassOptions;

  constructor(baseUrl: string) {
    super();
    this.restOptions = { baseUrl, headers: { authorization: secret('Bearer abcdef') } };
  }

  @Tool({ description: 'Returns an order.' })
  @Rest({ method: 'GET', path: '/orders/{id}' })
  getOrder(id: string, view: string = 'short'): unknown {
    return { id, view, runs: runs++ };
  }

  @Rest({ method: 'POST', path: '/customers/{customer}/orders' })
  @Tool({ needsApproval: true })
  createOrder(order: Order): unknown {
    return { order, runs: runs++ };
  }

  @Tool()
  @Rest({ method: 'GET', path: '/tenants/{tenant}/orders' })
  listOrders(@Bind('tenant.id') tenant: string): unknown {
    return { tenant, runs: runs++ };
  }
}

describe('@Rest()', () => {
  it('sends a request instead of running the method', async () => {
    const orders = new Orders(await listen(echo));
    const data = await orders.toolSpec('getOrder').call({ id: 'a/b', view: 'full' });
    expect(data).toMatchObject({
      method: 'GET',
      url: '/orders/a%2Fb?view=full',
      headers: { authorization: 'Bearer abcdef' },
    });
    expect({ runs, kind: orders.toolSpec('getOrder').kind }).toEqual({ runs: 0, kind: 'rest' });
  });

  it('sends the properties of a DTO, after approval', async () => {
    const toolkit = new Toolkit({ approver: () => 'approve' });
    toolkit.register(new Orders(await listen(echo)));
    const result = await toolkit.execute('createOrder', { customer: 'c1', cups: 2 });
    expect(result.data).toMatchObject({ method: 'POST', url: '/customers/c1/orders', body: '{"cups":2}' });
    const { error } = await toolkit.execute('createOrder', { customer: 'c1', cups: 'many' });
    expect(error?.code).toBe('invalid_parameters');
    expect(runs).toBe(0);
  });

  it('sends no request for a call that is denied', async () => {
    let reached = 0;
    const baseUrl = await listen((_, response) => response.end(String(reached++)));
    const toolkit = new Toolkit({ approver: () => 'deny' });
    toolkit.register(new Orders(baseUrl));
    const { error } = await toolkit.execute('createOrder', { customer: 'c1', cups: 2 });
    expect({ code: error?.code, reached }).toEqual({ code: 'denied', reached: 0 });
  });

  it('sends bound values, and hides them from the model', async () => {
    const spec = new Orders(await listen(echo)).toolSpec('listOrders');
    expect(spec.params).toEqual({});
    expect(await spec.call({}, { state: { tenant: { id: 't1' } } })).toMatchObject({ url: '/tenants/t1/orders' });
  });

  it('sends the default of a parameter', async () => {
    const data = await new Orders(await listen(echo)).toolSpec('getOrder').call({ id: '1' });
    expect(data).toMatchObject({ url: '/orders/1?view=short' });
  });

  it('sends the arguments of a generated schema', async () => {
    class Teas extends Orders {
      @Tool()
      @Rest({ method: 'GET', path: '/teas/{kind}' })
      getTea(kind: 'black' | 'green'): unknown {
        return kind;
      }
    }
    defineToolSchemas(Teas, { getTea: { params: [{ name: 'kind', schema: { enum: ['black', 'green'] } }] } });
    const spec = new Teas(await listen(echo)).toolSpec('getTea');
    expect(await spec.call({ kind: 'green' })).toMatchObject({ url: '/teas/green' });
    expect((await spec.exec({ kind: 'red' })).error?.code).toBe('invalid_parameters');
  });

  it('sends the credentials of the state of each call', async () => {
    class Tenants extends Orders {
      override readonly restOptions: RestClassOptions = {
        baseUrl,
        auth: { type: 'bearer', token: { state: 'tenant.token' } },
      };
    }
    const baseUrl = await listen(echo);
    const state = { tenant: { token: 'abcdef' } };
    const data = await new Tenants(baseUrl).toolSpec('getOrder').call({ id: '1' }, { state });
    expect(data).toMatchObject({ headers: { authorization: 'Bearer abcdef' } });
  });

  it('runs the method of an override that declares no operation', async () => {
    class Cached extends Orders {
      @Tool()
      override getOrder(id: string): unknown {
        return `cached ${id}`;
      }
    }
    expect(await new Cached('https://api.example.com').toolSpec('getOrder').call({ id: '1' })).toBe('cached 1');
  });

  it('sends the request of an inherited operation, also for an override without a decorator', async () => {
    class Quiet extends Orders {
      override getOrder(id: string): unknown {
        return { id, runs: runs++ };
      }
    }
    expect(await new Quiet(await listen(echo)).toolSpec('getOrder').call({ id: '1' })).toMatchObject({ method: 'GET' });
    expect(runs).toBe(0);
  });

  describe('is refused', () => {
    it('without restOptions', () => {
      class Lost extends ToolRegistry {
        @Tool()
        @Rest({ method: 'GET', path: '/' })
        get(): void {}
      }
      const create = (): unknown => new Lost().toToolSpecs();
      expect(create).toThrow(DefinitionError);
      expect(create).toThrow('Lost: @Rest() requires a member restOptions with the base URL, not undefined.');
    });

    it.each<[RestClassOptions, string]>([
      [{} as never, 'Orders: restOptions: baseUrl must be an http(s) URL'],
      [{ baseUrl: 'https://x', base: 1 } as never, 'Orders: restOptions'],
      [{ baseUrl: 'https://x', auth: { type: 'none' } as never }, 'Orders: restOptions: auth'],
    ])('with restOptions %j', (restOptions, message) => {
      const orders = Object.assign(new Orders('https://x'), { restOptions });
      expect(() => orders.toolSpec('getOrder')).toThrow(message);
    });

    it('for an argument of the path that the method does not have', () => {
      class Wrong extends Orders {
        @Tool()
        @Rest({ method: 'GET', path: '/teas/{leaf}' })
        getTea(kind: string): unknown {
          return kind;
        }
      }
      expect(() => new Wrong('https://x').toolSpec('getTea')).toThrow(
        "Wrong.getTea: there is no argument 'leaf'. It has kind.",
      );
    });

    it('on a method without @Tool()', () => {
      class Untold extends ToolRegistry {
        @Rest({ method: 'GET', path: '/' })
        get(): void {}
      }
      expect(() => new Untold().toToolSpecs()).toThrow('Untold.get has an operation but no @Tool(). Add @Tool().');
    });

    it('with an option that does not exist, and on a member that is not a method', () => {
      expect(() => Rest({ verb: 'GET' } as never)(Orders.prototype, 'getOrder', { value: () => 1 })).toThrow('verb');
      expect(() => Rest({ method: 'GET', path: '/' })(Orders, 'brew', { value: () => 1 })).toThrow(
        '@Rest() cannot be applied to a static method (Orders.brew).',
      );
    });
  });
});
