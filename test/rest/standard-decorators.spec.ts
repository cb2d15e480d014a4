/**
 * It evaluates what a compiler emits, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import { type ToolRegistry, toolSpecsOf } from 'toolwright';
import { evaluate } from '../decorators/evaluate.js';
import { closeServers, echo, listen } from './listen.js';

afterEach(closeServers);

const source = `
  import { Tool, ToolRegistry } from 'toolwright';
  import { Rest } from 'toolwright/rest';

  export class Orders extends ToolRegistry {
    restOptions;

    constructor(baseUrl) {
      super();
      this.restOptions = { baseUrl };
    }

    @Tool({ params: { id: { type: String }, view: { type: String } }, bind: { tenant: 'tenant.id' } })
    @Rest({ method: 'GET', path: '/tenants/{tenant}/orders/{id}' })
    getOrder(id, view = 'short', tenant) {
      throw new Error('The method ran.');
    }

    @Rest({ method: 'DELETE', path: '/orders/{id}' })
    @Tool({ params: { id: { type: String } } })
    removeOrder(id) {
      throw new Error('The method ran.');
    }
  }

  export class Cached extends Orders {
    @Tool({ params: { id: { type: String } } })
    getOrder(id) {
      return 'cached ' + id;
    }

    removeOrder(id) {
      throw new Error('The override ran.');
    }
  }

  export class Untold {
    @Rest({ method: 'GET', path: '/' })
    get() {}
  }
`;

type OrdersClass = new (baseUrl: string) => ToolRegistry;

describe.each(['tsc', 'esbuild'] as const)('@Rest() as a TC39 decorator, compiled by %s', (compiler) => {
  const classes = evaluate(source, { compiler, decorators: 'tc39' });
  const [Orders, Cached] = [classes.Orders, classes.Cached] as [OrdersClass, OrdersClass];
  const state = { tenant: { id: 't1' } };

  it('sends a request with the arguments, defaults and bound values', async () => {
    const spec = new Orders(await listen(echo)).toolSpec('getOrder');
    expect(Object.keys(spec.params)).toEqual(['id', 'view']);
    expect(await spec.call({ id: 'a/b' }, { state })).toMatchObject({
      method: 'GET',
      url: '/tenants/t1/orders/a%2Fb?view=short',
    });
  });

  it('may be written above @Tool()', async () => {
    const spec = new Orders(await listen(echo)).toolSpec('removeOrder');
    expect(await spec.call({ id: '1' })).toMatchObject({ method: 'DELETE', url: '/orders/1' });
  });

  it('is replaced by an override with @Tool(), and inherited by one without a decorator', async () => {
    const cached = new Cached(await listen(echo));
    expect(await cached.toolSpec('getOrder').call({ id: '1' })).toBe('cached 1');
    expect(await cached.toolSpec('removeOrder').call({ id: '1' })).toMatchObject({ method: 'DELETE' });
  });

  it('is refused without @Tool()', () => {
    const Untold = classes.Untold as new () => object;
    expect(() => toolSpecsOf(new Untold())).toThrow('Untold.get has an operation but no @Tool(). Add @Tool().');
  });
});
