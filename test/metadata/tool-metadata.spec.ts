import { DefinitionError, Param, Tool, ToolContext } from 'toolwright';
import { defineToolSchemas, type GeneratedTool } from 'toolwright/generated';
import { describeParams } from '../../src/tool/metadata/param-metadata.js';
import { readToolNames, readTools, type ToolMetadata } from '../../src/tool/metadata/tool-metadata.js';

class Kb {
  @Tool({ tags: ['read'] })
  search(@Param({ minLength: 1 }) query: string, limit: number = 10, ...tags: string[]): unknown {
    return [query, limit, tags];
  }

  @Tool({ bind: { user: { stateKey: 'session.user' } } })
  whoami(user: string, context: ToolContext): unknown {
    return [user, context];
  }
}

function describeTools(target: object): readonly ToolMetadata[] {
  return readTools(target as never).map((tool) => tool.describe());
}

describe('readTools', () => {
  it('combines decorators, source text and emitted types', () => {
    const [search, whoami] = describeTools(Kb);
    expect(search).toMatchObject({
      className: 'Kb',
      method: 'search',
      name: 'search',
      reflected: true,
      options: { tags: ['read'] },
    });
    expect(search?.params).toMatchObject([
      { index: 0, name: 'query', role: 'argument', options: { minLength: 1 }, hasDefault: false, designType: String },
      {
        index: 1,
        name: 'limit',
        role: 'argument',
        hasDefault: true,
        literalDefault: { value: 10 },
        designType: Number,
      },
      { index: 2, name: 'tags', role: 'argument', rest: true, hasDefault: false },
    ]);
    expect(whoami?.params).toMatchObject([
      { name: 'user', role: 'binding', binding: { stateKey: 'session.user' } },
      { name: 'context', role: 'context', designType: ToolContext },
    ]);
  });

  it('returns frozen data', () => {
    const tools = describeTools(Kb);
    expect(
      [readTools(Kb), tools[0], tools[0]?.options, tools[0]?.params, tools[0]?.params[0]].every(Object.isFrozen),
    ).toBe(true);
  });

  it('reads a class once until a decorator adds a record', () => {
    class Late {
      first(): void {}
    }
    expect(describeTools(Late)).toEqual([]);
    const before = readTools(Kb);
    expect(readTools(Kb)).toBe(before);
    Tool({ name: 'one' })(Late.prototype, 'first', { value: Late.prototype.first });
    expect(readToolNames(Late)).toEqual(['one']);
    Tool({ name: 'two' })(Late.prototype, 'first', { value: Late.prototype.first });
    expect(readToolNames(Late)).toEqual(['two']);
  });
});

describe('readTools with generated records', () => {
  class Store<T> {
    @Tool()
    add(item: T, _count?: number): T {
      return item;
    }

    @Tool()
    list(): T[] {
      return [];
    }
  }

  /** What was generated for a class's tool, by its description. */
  function foundFor(target: new () => object, method = 'add'): string | undefined {
    return describeTools(target).find((tool) => tool.method === method)?.generated?.description;
  }

  const record = (description: string): GeneratedTool => ({ description, params: [{ name: 'item' }, {}] });

  it('finds the nearest one for an inherited tool', () => {
    class Books extends Store<string> {}
    class Shelf extends Books {}
    class Coins extends Store<number> {}
    class Stamps extends Store<bigint> {}
    defineToolSchemas(Store, { add: record('store') });
    defineToolSchemas(Books, { add: record('books') });
    defineToolSchemas(Coins, { add: record('coins') });
    expect([Store, Books, Shelf, Coins, Stamps].map((target) => foundFor(target))).toEqual([
      'store',
      'books',
      'books',
      'coins',
      'store',
    ]);
    expect(foundFor(Books, 'list')).toBeUndefined();
  });

  it('ignores records of parents of the class that decorates the method', () => {
    class Override extends Store<string> {
      @Tool()
      override add(item: string): string {
        return item;
      }
    }
    class Below extends Override {}
    defineToolSchemas(Store, { add: record('store') });
    expect([Override, Below].map((target) => foundFor(target))).toEqual([undefined, undefined]);
    defineToolSchemas(Override, { add: { description: 'own', params: [{}] } });
    expect([Override, Below].map((target) => foundFor(target))).toEqual(['own', 'own']);
  });

  it('uses the record of the decorated method if an override has no decorator', () => {
    class Base {
      @Tool()
      add(item: string): string {
        return item;
      }
    }
    class Plain extends Base {
      override add(item: string): string {
        return `${item}!`;
      }
    }
    defineToolSchemas(Base, { add: { description: 'base' } });
    expect(foundFor(Plain)).toBe('base');
  });

  it('detects a record that is defined after the first read, on the class or a parent', () => {
    class Base {
      @Tool()
      add(item: string): string {
        return item;
      }
    }
    class Late extends Base {}
    expect(foundFor(Late)).toBeUndefined();
    defineToolSchemas(Base, { add: { description: 'of the parent' } });
    expect(foundFor(Late)).toBe('of the parent');
    defineToolSchemas(Late, { add: { description: 'of its own' } });
    expect(foundFor(Late)).toBe('of its own');
    expect(readTools(Late)).toBe(readTools(Late));
    expect(foundFor(Base)).toBe('of the parent');
  });

  it('uses their names, roles and defaults', () => {
    class Kb2 {
      @Tool()
      search(
        t: string,
        e: number,
        n: unknown,
        r?: string,
        @Param({ name: 'said' }) s?: string,
        ...o: string[]
      ): unknown {
        return [t, e, n, r, s, o];
      }
    }
    const params = [
      { name: 'query', schema: { type: 'string' } },
      { name: 'limit', default: 10, optional: true },
      { name: 'ctx', context: true },
      { name: 'user', optional: true, absent: true },
      { name: 'other' },
      { name: 'tags', rest: true },
    ];
    defineToolSchemas(Kb2, { search: { params } });
    expect(describeTools(Kb2)[0]?.params).toMatchObject([
      { name: 'query', role: 'argument', hasDefault: false, literalDefault: undefined, generated: params[0] },
      { name: 'limit', role: 'argument', hasDefault: false, literalDefault: { value: 10 } },
      { name: 'ctx', role: 'context' },
      { name: 'user', role: 'absent' },
      { name: 'said', role: 'argument' },
      { name: 'tags', rest: true },
    ]);
  });

  it.each([
    [1, '1 parameter'],
    [3, '3 parameters'],
    [0, '0 parameters'],
  ])('rejects a record with a different number of parameters: %d', (count, has) => {
    class Stale {
      @Tool()
      search(query: string, limit: number): unknown {
        return [query, limit];
      }
    }
    defineToolSchemas(Stale, { search: { params: Array.from({ length: count }, () => ({})) } });
    expect(() => describeTools(Stale)).toThrow(
      new DefinitionError(
        `Stale.search: its generated schema has ${has}, but the method has 2. Run 'toolwright generate'.`,
      ),
    );
  });

  it('does not compare the number of parameters if the record has none', () => {
    class Explicit {
      @Tool()
      search(query: string, limit: number): unknown {
        return [query, limit];
      }
    }
    defineToolSchemas(Explicit, { search: { description: 'only words' } });
    expect(describeTools(Explicit)[0]).toMatchObject({ params: [{ name: 'query' }, { name: 'limit' }] });
  });
});

describe('describeParams', () => {
  const where = 'native';

  it('uses only the generated record if no other source can be read', () => {
    const generated = [{ name: 'query' }, { name: 'limit', default: 5 }, { name: 'tags', rest: true }];
    expect(describeParams({ where, options: {}, source: undefined, generated, length: 1 })).toMatchObject([
      { name: 'query', hasDefault: false, rest: false },
      { name: 'limit', hasDefault: true, literalDefault: { value: 5 }, rest: false },
      { name: 'tags', hasDefault: false, rest: true },
    ]);
  });

  it('counts emitted types if the text cannot be read', () => {
    const description = {
      where,
      options: {},
      source: undefined,
      designTypes: [String],
      generated: [{}, {}],
      length: 0,
    };
    expect(() => describeParams(description)).toThrow(
      "native: its generated schema has 2 parameters, but the method has 1. Run 'toolwright generate'.",
    );
  });

  it('does not mistake a minified name for the name of another parameter', () => {
    const source = ['b', 'a'].map((name) => ({ name, hasDefault: false, rest: false }));
    const generated = [{ name: 'a' }, { name: 'b' }];
    const options = { params: { a: { description: 'of a' } }, bind: { b: 'state.b' } };
    expect(describeParams({ where, options, source, generated, length: 2 })).toMatchObject([
      { name: 'a', role: 'argument', options: { description: 'of a' } },
      { name: 'b', role: 'binding', options: {}, binding: { stateKey: 'state.b' } },
    ]);
  });

  it('reports the names of records instead of minified names', () => {
    const source = ['t', 'e'].map((name) => ({ name, hasDefault: false, rest: false }));
    const description = { where, options: { ctx: 'context' }, source, generated: [{ name: 'query' }, {}], length: 2 };
    expect(() => describeParams(description)).toThrow(
      new DefinitionError("native: 'ctx' names 'context', which is not a parameter. It has query, e."),
    );
  });

  it('counts the parameters of a function that cannot be read', () => {
    expect(describeParams({ where, options: {}, source: undefined, length: 2 })).toMatchObject([
      { index: 0, name: undefined, role: 'argument' },
      { index: 1, name: undefined, role: 'argument' },
    ]);
  });

  it('cannot find a parameter by name in a function that cannot be read', () => {
    const options = { params: { query: {} } };
    expect(() => describeParams({ where, options, source: undefined, length: 1 })).toThrow(
      new DefinitionError(
        "native: 'params' names 'query', which is not a parameter. Its parameter names cannot be read: it is native or bound.",
      ),
    );
  });
});
