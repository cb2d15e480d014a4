import 'toolwright/dto';
import { IsInt, IsString, Min } from 'class-validator';
import { DefinitionError, Param, Tool, toolSpecsOf } from 'toolwright';

describe('toolSpecsOf', () => {
  class Parent {
    readonly greeting: string = 'hello';

    @Tool()
    greet(name: string): string {
      return `${this.greeting} ${name}`;
    }
  }

  class Service extends Parent {
    override readonly greeting = 'good day';

    @Tool()
    part(): string {
      return 'bye';
    }
  }

  it('returns the tools of a class that cannot extend ToolRegistry', async () => {
    const specs = toolSpecsOf(new Service());
    expect(Object.keys(specs)).toEqual(['greet', 'part']);
    expect(await specs.greet?.call({ name: 'ann' })).toBe('good day ann');
  });

  it('returns the same specs with one state each time', () => {
    const service = new Service();
    expect(toolSpecsOf(service)).toBe(toolSpecsOf(service));
    expect(toolSpecsOf(service).greet?.state).toBe(toolSpecsOf(service).part?.state);
    expect(toolSpecsOf(new Service()).greet?.state).not.toBe(toolSpecsOf(service).greet?.state);
  });

  it('describes a class once for all its instances', () => {
    const [one, other] = [toolSpecsOf(new Service()), toolSpecsOf(new Service())];
    expect(one.greet?.inputSchema).toBe(other.greet?.inputSchema);
  });

  it('compiles the tools of a class once for all its instances and calls', async () => {
    class Item {
      @IsString() title!: string;
      @IsInt() @Min(1) count!: number;
    }
    class Shelf {
      @Tool()
      find(@Param({ pattern: '^t' }) query: string, limit: number = 10): string {
        return `${query} ${limit}`;
      }

      @Tool()
      add(item: Item): number {
        return item.count;
      }

      @Tool({ bind: { user: 'session.user', tenant: { default: 't1' } } })
      own(user: string, tenant: string, title: string): string {
        return `${user} ${tenant} ${title}`;
      }
    }
    const callAll = async (shelf: Shelf): Promise<void> => {
      const { find, add, own } = toolSpecsOf(shelf);
      expect(await find?.call({ query: 'tea' })).toBe('tea 10');
      expect(await add?.call({ title: 'tea', count: 2 })).toBe(2);
      own?.state.set('session.user', 'ann');
      expect(await own?.call({ title: 'tea' })).toBe('ann t1 tea');
    };
    const first = await countCompilations(() => callAll(new Shelf()));
    const further = await countCompilations(async () => {
      for (let instance = 0; instance < 10; instance++) {
        const shelf = new Shelf();
        for (let call = 0; call < 50; call++) await callAll(shelf);
      }
    });
    expect(first).toBeGreaterThan(0);
    expect(further).toBe(0);
  });

  it('is empty for an object without tools', () => {
    expect(toolSpecsOf({})).toEqual({});
    expect(toolSpecsOf(Object.create(null) as object)).toEqual({});
    expect(toolSpecsOf([])).toEqual({});
  });

  it('finds the tools of an object that was created without its constructor', async () => {
    const service = Object.create(Service.prototype) as Service;
    expect(await toolSpecsOf(service).greet?.call({ name: 'ann' })).toBe('undefined ann');
  });

  it('works for a frozen instance', async () => {
    expect(await toolSpecsOf(Object.freeze(new Service())).part?.call()).toBe('bye');
  });

  it.each([
    [
      'the class',
      Service,
      'Expected an instance with @Tool() methods, but got the class Service. Pass an instance: new …().',
    ],
    ['null', null, 'Expected an instance with @Tool() methods, but got null. Pass an instance: new …().'],
    ['text', 'kb', 'Expected an instance with @Tool() methods, but got "kb". Pass an instance: new …().'],
  ])('rejects %s', (_, value, message) => {
    expect(() => toolSpecsOf(value as object)).toThrow(new DefinitionError(message));
  });

  it('throws on each call for a class with a mistake', () => {
    class Wrong {
      @Tool()
      search(filter: string | number): unknown {
        return filter;
      }
    }
    const wrong = new Wrong();
    const message = "Wrong.search: parameter 'filter' has no runtime type";
    expect(() => toolSpecsOf(wrong)).toThrow(message);
    expect(() => toolSpecsOf(wrong)).toThrow(message);
  });

  it('includes a decorator that is applied to the class later', () => {
    class Late {
      @Tool()
      first(): void {}

      second(query: string): string {
        return query;
      }
    }
    expect(Object.keys(toolSpecsOf(new Late()))).toEqual(['first']);
    const second = Object.getOwnPropertyDescriptor(Late.prototype, 'second') as TypedPropertyDescriptor<() => void>;
    Param({ type: String })(Late.prototype, 'second', 0);
    Tool()(Late.prototype, 'second', second);
    expect(Object.keys(toolSpecsOf(new Late()))).toEqual(['first', 'second']);
  });
});

/** Counts how often code is compiled from text while `work` runs. */
/** Counts how often a pattern is compiled. */
async function countCompilations(work: () => Promise<void>): Promise<number> {
  const { RegExp: original } = globalThis;
  let compilations = 0;
  globalThis.RegExp = new Proxy(original, {
    construct(target, args) {
      compilations++;
      return Reflect.construct(target, args) as object;
    },
  });
  try {
    await work();
  } finally {
    globalThis.RegExp = original;
  }
  return compilations;
}
