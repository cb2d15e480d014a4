import { Bind, Ctx, DefinitionError, Param, Tool, ToolContext, ToolRegistry, toolSpecsOf } from 'toolwright';

describe('Tool', () => {
  it('adds tools to a class before any instance exists', () => {
    class Kb extends ToolRegistry {
      @Tool()
      search(): void {}

      @Tool({ name: 'add_item' })
      add(): void {}
    }
    expect(Kb.toolNames()).toEqual(['search', 'add_item']);
  });

  it('does not change the method', async () => {
    class Kb extends ToolRegistry {
      @Tool({ timeoutMs: 1 })
      search(query: string, limit: number = 10): string {
        return `${query} ${limit}`;
      }
    }
    const { value, ...flags } = Object.getOwnPropertyDescriptor(Kb.prototype, 'search') ?? {};
    expect(flags).toEqual({ writable: true, enumerable: false, configurable: true });
    expect((value as object).constructor).toBe(Function);
    expect(new Kb().search('x')).toBe('x 10');
    expect(Object.keys(new Kb())).toEqual([]);
  });

  it('does not change its options', () => {
    const params = { query: { description: 'What to look for', examples: ['a'] } };
    const options = {
      tags: ['read'],
      params,
      bind: { user: 'session.user' },
      meta: { cost: 1 },
      retry: { maxRetries: 1 },
    };
    const before = structuredClone(options);
    class Kb extends ToolRegistry {
      @Tool(options)
      search(query: string, user: string): string {
        return query + user;
      }
    }
    const spec = new Kb().toolSpec('search');
    expect(options).toEqual(before);
    expect(Object.isFrozen(options) || Object.isFrozen(options.tags) || Object.isFrozen(params.query)).toBe(false);
    options.tags.push('write');
    expect(spec.tags).toEqual(['read']);
  });

  it('accepts frozen options', () => {
    const options = Object.freeze({ name: 'find', tags: Object.freeze(['read']) });
    class Kb extends ToolRegistry {
      @Tool(options)
      search(): void {}
    }
    expect(new Kb().toolSpec('search').tags).toEqual(['read']);
  });

  it('accepts the same options object for several tools', () => {
    const shared = { group: 'admin' };
    class Kb extends ToolRegistry {
      @Tool(shared)
      add(): void {}

      @Tool(shared)
      remove(): void {}
    }
    expect(Kb.toolNames()).toEqual(['add', 'remove']);
    expect(new Kb().toolSpec('remove').group).toBe('admin');
  });

  it('declares tools from methods that have the names of Object.prototype members', async () => {
    class Odd {
      @Tool()
      toString(): string {
        return 'odd';
      }

      @Tool()
      valueOf(): string {
        return 'value';
      }

      @Tool()
      __proto__(): string {
        return 'proto';
      }
    }
    const specs = toolSpecsOf(new Odd()) as Readonly<Record<string, unknown>>;
    expect(Object.keys(specs)).toEqual(['toString', 'valueOf', '__proto__']);
    expect(await toolSpecsOf(new Odd()).toString?.call()).toBe('odd');
  });

  it('identifies an anonymous class in its errors', () => {
    const Anonymous = (() => class {})();
    const descriptor = { value: () => undefined };
    expect(() => Tool()(Anonymous, 'search', descriptor)).toThrow(
      '@Tool() cannot be applied to a static method ((anonymous class).search). Make it an instance method.',
    );
  });

  it('rejects a target that is not a class', () => {
    const target = Object.create(null) as object;
    expect(() => Tool()(target, 'search', { value: () => undefined })).toThrow(
      new DefinitionError('@Tool() can only be applied to class methods.'),
    );
  });

  describe('params, bind and ctx', () => {
    class Kb extends ToolRegistry {
      @Tool({
        params: { limit: { minimum: 1, description: 'from the method' } },
        bind: { user: { stateKey: 'session.user', default: 'nobody' } },
        ctx: 'context',
      })
      search(
        @Param({ maximum: 9, description: 'from the parameter' }) limit: number,
        user: string,
        context: unknown,
      ): unknown[] {
        return [limit, user, context instanceof ToolContext];
      }
    }

    it('are equivalent to parameter decorators and take precedence', () => {
      expect(new Kb().toolSpec('search').params).toEqual({
        limit: { type: 'number', minimum: 1, maximum: 9, description: 'from the method' },
      });
    });

    it('hide parameters that the model does not send', async () => {
      expect(await new Kb().toolSpec('search').call({ limit: 3 })).toEqual([3, 'nobody', true]);
    });

    it('find a renamed parameter by either name', async () => {
      class Shop extends ToolRegistry {
        @Tool({ params: { query: { minLength: 1 } }, bind: { user: 'session.user' }, ctx: 'context' })
        bySource(
          @Param({ name: 'q' }) query: string,
          @Param({ name: 'u' }) user: string,
          @Param({ name: 'c' }) context: unknown,
        ): unknown[] {
          return [query, user, context instanceof ToolContext];
        }

        @Tool({ params: { q: { minLength: 2 } }, bind: { u: 'session.user' }, ctx: 'c' })
        byArgument(
          @Param({ name: 'q' }) query: string,
          @Param({ name: 'u' }) user: string,
          @Param({ name: 'c' }) context: unknown,
        ): unknown[] {
          return [query, user, context instanceof ToolContext];
        }

        @Tool({ params: { query: { name: 'q', minLength: 3 } } })
        inOptions(query: string): string {
          return query;
        }
      }
      const shop = new Shop();
      const state = { session: { user: 'u1' } };
      expect(shop.toolSpec('bySource').params).toEqual({ q: { type: 'string', minLength: 1 } });
      expect(await shop.toolSpec('bySource').call({ q: 'a' }, { state })).toEqual(['a', 'u1', true]);
      expect(shop.toolSpec('byArgument').params).toEqual({ q: { type: 'string', minLength: 2 } });
      expect(await shop.toolSpec('byArgument').call({ q: 'ab' }, { state })).toEqual(['ab', 'u1', true]);
      expect(shop.toolSpec('inOptions').params).toEqual({ q: { type: 'string', minLength: 3 } });
      expect(await shop.toolSpec('inOptions').call({ q: 'abc' })).toBe('abc');
    });

    it('ignore names from the prototype of an object', () => {
      class Odd {
        @Tool({ params: {}, bind: {} })
        run(@Param({ name: 'toString' }) text: string, @Param({ name: 'valueOf' }) value: number): string {
          return text + value;
        }
      }
      expect(toolSpecsOf(new Odd()).run?.params).toEqual({
        toString: { type: 'string' },
        valueOf: { type: 'number' },
      });
    });
  });
});

describe('Param', () => {
  it('names a parameter that is a pattern', async () => {
    class Kb extends ToolRegistry {
      @Tool()
      move(
        @Param({ name: 'from', schema: { type: 'object', properties: { x: { type: 'number' } } } }) {
          x,
        }: { x: number },
        @Param({ type: [String], description: 'Names' }) tags: string[],
      ): unknown[] {
        return [x, tags];
      }
    }
    expect(await new Kb().toolSpec('move').call({ from: { x: 1 }, tags: ['a'] })).toEqual([1, ['a']]);
  });

  it('merges several decorators of a parameter', () => {
    class Kb extends ToolRegistry {
      @Tool()
      search(@Param({ type: String }) @Bind('session.user', { optional: true }) user: unknown): unknown {
        return user;
      }
    }
    const spec = new Kb().toolSpec('search');
    expect(spec.params).toEqual({});
    expect(spec.unbind('user').params).toEqual({ user: { type: 'string' } });
  });

  it('copies its options', () => {
    const options = { description: 'before' };
    class Kb extends ToolRegistry {
      @Tool()
      search(@Param(options) query: string): string {
        return query;
      }
    }
    options.description = 'after';
    expect(new Kb().toolSpec('search').params).toEqual({ query: { type: 'string', description: 'before' } });
  });
});

describe('Bind', () => {
  it("uses the parameter's name if no key is passed", async () => {
    class Kb extends ToolRegistry {
      @Tool()
      whoami(@Bind() userId: string): string {
        return userId;
      }
    }
    expect(await new Kb().toolSpec('whoami').call({}, { state: { userId: 'u1' } })).toBe('u1');
  });

  it('accepts options without a key', async () => {
    class Kb extends ToolRegistry {
      @Tool()
      whoami(@Bind(undefined, { default: 'nobody' }) userId: string): string {
        return userId;
      }
    }
    expect(await new Kb().toolSpec('whoami').call()).toBe('nobody');
  });
});

describe('Ctx', () => {
  it('marks the context if the type does not', async () => {
    class Kb extends ToolRegistry {
      @Tool()
      whoami(query: string, @Ctx() context: { readonly call: { readonly name: string } }): string {
        return `${query} ${context.call.name}`;
      }
    }
    const spec = new Kb().toolSpec('whoami');
    expect(Object.keys(spec.params)).toEqual(['query']);
    expect(await spec.call({ query: 'q' })).toBe('q whoami');
  });

  it('is not required for a parameter of the class ToolContext at any position', async () => {
    class Kb extends ToolRegistry {
      @Tool()
      whoami(context: ToolContext, query: string): string {
        return `${query} ${context.call.name}`;
      }
    }
    expect(await new Kb().toolSpec('whoami').call({ query: 'q' })).toBe('q whoami');
  });
});
