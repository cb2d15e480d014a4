import {
  DefinitionError,
  Tool,
  ToolNotFoundError,
  ToolRegistry,
  type ToolSpec,
  type ToolSpecs,
  ToolState,
} from 'toolwright';

class Kb extends ToolRegistry {
  constructor(private readonly shelf: string = 'main') {
    super();
  }

  @Tool({ description: 'Search', tags: ['read'] })
  search(query: string, limit: number = 10): string {
    return `${this.shelf}: ${query} ${limit}`;
  }

  @Tool({ name: 'add_item' })
  add(item: string): string {
    return `${this.shelf} + ${item}`;
  }

  rebuild(): void {}
}

describe('ToolRegistry', () => {
  it('returns specs by method name, for tools only', () => {
    const specs = new Kb().toToolSpecs();
    expect(Object.keys(specs)).toEqual(['search', 'add']);
    expect(specs.add?.name).toBe('add_item');
    expect(specs.rebuild).toBeUndefined();
    expect(Object.isFrozen(specs)).toBe(true);
  });

  it('returns the same specs each time', () => {
    const kb = new Kb();
    expect(kb.toToolSpecs()).toBe(kb.toToolSpecs());
    expect(kb.toolSpec('search')).toBe(kb.toToolSpecs().search);
  });

  it('lists the method names of its tools', () => {
    expect(new Kb().listToolSpecs()).toEqual(['search', 'add']);
  });

  it('finds a spec by method and by tool name', () => {
    const kb = new Kb();
    expect(kb.toolSpec('add')).toBe(kb.toolSpec('add_item'));
  });

  it('prefers a method name to a tool name', () => {
    class Swapped extends ToolRegistry {
      @Tool({ name: 'second' })
      first(): void {}

      @Tool({ name: 'first' })
      second(): void {}
    }
    expect(new Swapped().toolSpec('first').name).toBe('second');
  });

  it.each([
    ['serach', "Kb has no tool 'serach'. Did you mean 'search'? It has search, add."],
    ['add_itme', "Kb has no tool 'add_itme'. Did you mean 'add_item'? It has search, add."],
    ['rebuild', "Kb has no tool 'rebuild'. It has search, add."],
    ['constructor', "Kb has no tool 'constructor'. It has search, add."],
    ['', "Kb has no tool ''. It has search, add."],
  ])('lists the available tools if %j does not exist', (name, message) => {
    const ask = (): ToolSpec => new Kb().toolSpec(name as string);
    expect(ask).toThrow(ToolNotFoundError);
    expect(ask).toThrow(message);
  });

  it('reports that it has no tools', () => {
    class Empty extends ToolRegistry {}
    expect(new Empty().toToolSpecs()).toEqual({});
    expect(() => new Empty().toolSpec('search' as string)).toThrow("Empty has no tool 'search'. It has none.");
  });

  it('isolates two instances', async () => {
    const [east, west] = [new Kb('east'), new Kb('west')];
    expect(await east.toolSpec('search').call({ query: 'x' })).toBe('east: x 10');
    expect(await west.toolSpec('search').call({ query: 'x' })).toBe('west: x 10');
    expect(east.toolSpec('search')).not.toBe(west.toolSpec('search'));
    expect(east.toolSpec('search').state).not.toBe(west.toolSpec('search').state);
  });

  it('shares one state among all tools of an instance', () => {
    const kb = new Kb();
    expect(kb.toolSpec('search').state).toBeInstanceOf(ToolState);
    expect(kb.toolSpec('search').state).toBe(kb.toolSpec('add').state);
  });

  it('uses the specs that a subclass creates itself', () => {
    class Renamed extends Kb {
      override toToolSpecs(): ToolSpecs<this> {
        const { search } = super.toToolSpecs() as ToolSpecs<Kb>;
        return { search: search?.rename('kb_search') } as ToolSpecs<this>;
      }
    }
    expect(new Renamed().listToolSpecs()).toEqual(['search']);
    expect(new Renamed().toolSpec('kb_search').name).toBe('kb_search');
  });

  it('is recognized by ToolRegistry.is()', () => {
    expect(ToolRegistry.is(new Kb())).toBe(true);
    expect([{}, null, undefined, Kb, 'kb'].filter((value) => ToolRegistry.is(value))).toEqual([]);
  });

  describe('this', () => {
    it('is the instance, including methods that a spy or a wrapper replaces later', async () => {
      const kb = new Kb();
      const { search } = kb.toToolSpecs();
      const original = kb.search.bind(kb);
      kb.search = (query, limit) => `spied ${original(query, limit)}`;
      expect(await search?.call({ query: 'x' })).toBe('spied main: x 10');
      Reflect.deleteProperty(kb, 'search');
      expect(await search?.call({ query: 'x' })).toBe('main: x 10');
    });

    it('uses a method that is replaced on the prototype', async () => {
      class Patched extends Kb {
        @Tool()
        override search(query: string): string {
          return `first ${query}`;
        }
      }
      const { search } = new Patched().toToolSpecs();
      Patched.prototype.search = (query) => `second ${query}`;
      expect(await search?.call({ query: 'x' })).toBe('second x');
    });

    it('reports which method was removed', async () => {
      const kb = new Kb();
      Object.defineProperty(kb, 'search', { value: undefined });
      const result = await kb.toolSpec('search').exec({ query: 'x' });
      expect(result.error?.code).toBe('definition');
      expect(result.error?.message).toBe('Kb.search is no longer a function.');
    });

    it('is the proxy from which the tools were requested', async () => {
      const seen: PropertyKey[] = [];
      const kb = new Proxy(new Kb(), {
        get(target, key, receiver) {
          if (key === 'search') seen.push(key);
          return Reflect.get(target, key, receiver) as unknown;
        },
      });
      expect(await kb.toolSpec('search').call({ query: 'x' })).toBe('main: x 10');
      expect(seen).toEqual(['search']);
    });
  });

  describe('inheritance', () => {
    class Base extends ToolRegistry {
      @Tool({ description: 'Greets' })
      greet(name: string, loud: boolean = false): string {
        return loud ? name.toUpperCase() : name;
      }

      @Tool()
      count(): number {
        return 1;
      }
    }

    class Middle extends Base {
      @Tool()
      extra(): string {
        return 'extra';
      }
    }

    it('includes grandparents, in their order', () => {
      class Leaf extends Middle {}
      expect(Leaf.toolNames()).toEqual(['greet', 'count', 'extra']);
      expect(Base.toolNames()).toEqual(['greet', 'count']);
    });

    it('uses the definition of the parent for an override without @Tool(), and runs the override', async () => {
      class Leaf extends Middle {
        override greet(who: string, shout: boolean): string {
          return `leaf ${super.greet(who, shout)}`;
        }
      }
      const greet = new Leaf().toolSpec('greet');
      expect(greet.description).toBe('Greets');
      expect(greet.params).toEqual({ name: { type: 'string' }, loud: { type: 'boolean', default: false } });
      expect(await greet.call({ name: 'ann', loud: true })).toBe('leaf ANN');
    });

    it('merges the options of an override with @Tool() over its own, at the same position', async () => {
      class Leaf extends Middle {
        @Tool({ name: 'hello' })
        override greet(who: string): string {
          return `hello ${who}`;
        }
      }
      expect(Leaf.toolNames()).toEqual(['hello', 'count', 'extra']);
      const greet = new Leaf().toolSpec('greet');
      expect(greet.description).toBe('Greets');
      expect(greet.params).toEqual({ who: { type: 'string' } });
      expect(await greet.call({ who: 'bob' })).toBe('hello bob');
    });

    it('ends at an override with enabled: false and resumes below', async () => {
      class Quiet extends Middle {
        @Tool({ enabled: false })
        override greet(): string {
          return '';
        }
      }
      class Quieter extends Quiet {
        override greet(): string {
          return 'still off';
        }
      }
      class Loud extends Quieter {
        @Tool()
        override greet(): string {
          return 'on again';
        }
      }
      expect(Quiet.toolNames()).toEqual(['count', 'extra']);
      expect(Quieter.toolNames()).toEqual(['count', 'extra']);
      expect(() => new Quieter().toolSpec('greet')).toThrow("Quieter has no tool 'greet'. It has count, extra.");
      expect(await new Loud().toolSpec('greet').call()).toBe('on again');
    });

    it('does not validate the parameters of a disabled tool', () => {
      class Leaf extends ToolRegistry {
        @Tool({ enabled: false })
        search(filter: unknown): unknown {
          return filter;
        }
      }
      expect(new Leaf().toToolSpecs()).toEqual({});
    });

    it('includes concrete tools of an abstract class and abstract tools that subclasses implement', async () => {
      abstract class Abstract extends ToolRegistry {
        @Tool()
        run(by: string): string {
          return `${this.part()} by ${by}`;
        }

        abstract part(): string;
      }
      class Concrete extends Abstract {
        @Tool()
        part(): string {
          return 'part';
        }
      }
      expect(Abstract.toolNames()).toEqual(['run']);
      expect(await new Concrete().toolSpec('run').call({ by: 'x' })).toBe('part by x');
      expect(Concrete.toolNames()).toEqual(['run', 'part']);
    });

    it('includes tools from mixins', async () => {
      // biome-ignore lint/suspicious/noExplicitAny: TypeScript wants `any[]` of the constructor of a mixin.
      type AnyClass = new (...args: any[]) => object;
      function WithNotes<T extends AnyClass>(base: T) {
        class WithNotes extends base {
          readonly notes: string[] = [];

          @Tool()
          note(text: string): number {
            return this.notes.push(text);
          }
        }
        return WithNotes;
      }
      class Noted extends WithNotes(Base) {}
      class OtherNoted extends WithNotes(Kb) {}
      expect(Noted.toolNames()).toEqual(['greet', 'count', 'note']);
      expect(OtherNoted.toolNames()).toEqual(['search', 'add_item', 'note']);
      expect(await new Noted().toolSpec('note').call({ text: 'n' })).toBe(1);
    });

    it('detects a tool name that two levels share', () => {
      class Leaf extends Middle {
        @Tool({ name: 'count' })
        recount(): void {}
      }
      expect(() => Leaf.toolNames()).toThrow(
        new DefinitionError("Leaf: 'count' and 'recount' are both named 'count'. Rename one with @Tool({ name })."),
      );
    });

    it('reads each class from its own records, in any order', () => {
      class Leaf extends Middle {
        @Tool({ enabled: false })
        override extra(): string {
          return '';
        }
      }
      expect(new Leaf().listToolSpecs()).toEqual(['greet', 'count']);
      expect(new Middle().listToolSpecs()).toEqual(['greet', 'count', 'extra']);
      expect(new Leaf().listToolSpecs()).toEqual(['greet', 'count']);
    });
  });

  describe('other decorators', () => {
    function prefixed(prefix: string) {
      return (_: object, __: string, descriptor: PropertyDescriptor): void => {
        const wrapped = descriptor.value as (...args: unknown[]) => string;
        descriptor.value = function (this: unknown, ...args: unknown[]): string {
          return `${prefix} ${wrapped.apply(this, args)}`;
        };
      };
    }

    // Decorators that bind `this` replace the method with a getter.
    function bound(_: object, __: string, { value }: PropertyDescriptor): PropertyDescriptor {
      return {
        configurable: true,
        get() {
          return (value as (...args: unknown[]) => unknown).bind(this);
        },
      };
    }

    class Wrapped extends ToolRegistry {
      readonly shelf = 'east';

      @prefixed('outer')
      @Tool()
      above(query: string, limit: number = 3): string {
        return `${this.shelf} ${query} ${limit}`;
      }

      @Tool()
      @prefixed('inner')
      below(query: string, limit: number = 4): string {
        return `${this.shelf} ${query} ${limit}`;
      }

      @bound
      @Tool()
      boundAbove(query: string, limit: number = 5): string {
        return `${this.shelf} ${query} ${limit}`;
      }
    }

    it.each([
      ['above', 3, 'outer east q 3'],
      ['below', 4, 'inner east q 4'],
      ['boundAbove', 5, 'east q 5'],
    ] as const)('may wrap the method: %s', async (method, limit, data) => {
      const spec = new Wrapped().toolSpec(method);
      expect(spec.inputSchema).toMatchObject({
        properties: { query: { type: 'string' }, limit: { type: 'number', default: limit } },
        required: ['query'],
      });
      expect(await spec.call({ query: 'q' })).toBe(data);
    });

    it('may replace the class with a subclass', async () => {
      function marked<T extends new () => object>(base: T): T {
        return class extends (base as new () => object) {
          readonly mark = 'marked';
        } as unknown as T;
      }
      @marked
      class Marked extends ToolRegistry {
        @Tool()
        show(): string {
          return String(Reflect.get(this, 'mark'));
        }
      }
      expect(Marked.toolNames()).toEqual(['show']);
      expect(await new Marked().toolSpec('show').call()).toBe('marked');
    });

    it('may replace the class with a proxy', async () => {
      function single<T extends new () => object>(base: T): T {
        let only: object | undefined;
        return new Proxy(base, {
          construct(target, args, newTarget) {
            only ??= Reflect.construct(target, args, newTarget) as object;
            return only;
          },
        });
      }
      @single
      class Single extends ToolRegistry {
        @Tool()
        show(): string {
          return 'shown';
        }
      }
      expect(Single.toolNames()).toEqual(['show']);
      expect(new Single()).toBe(new Single());
      expect(await new Single().toolSpec('show').call()).toBe('shown');
    });

    it('may replace the class with a function', async () => {
      function traced<T extends new () => object>(base: T): T {
        const Traced = function (this: unknown): object {
          return Reflect.construct(base, [], new.target) as object;
        };
        Traced.prototype = base.prototype;
        return Object.setPrototypeOf(Traced, ToolRegistry) as T;
      }
      @traced
      class Traced extends ToolRegistry {
        @Tool()
        show(): string {
          return 'shown';
        }
      }
      expect(Traced.toolNames()).toEqual(['show']);
      expect(await new Traced().toolSpec('show').call()).toBe('shown');
    });
  });

  it('rejects a tool that overrides one of its own methods', () => {
    class Broken extends ToolRegistry {
      @Tool()
      override listToolSpecs(): readonly string[] {
        return [];
      }
    }
    expect(() => new Broken().toToolSpecs()).toThrow(
      'Broken.listToolSpecs is both a tool and a method of ToolRegistry. ' +
        'Rename the method, and set the tool name with @Tool({ name }).',
    );
  });
});
