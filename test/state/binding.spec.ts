import 'toolwright/dto';
import { IsInt, IsOptional, IsString, Min } from 'class-validator';
import {
  Bind,
  DefinitionError,
  Field,
  secret,
  Tool,
  ToolRegistry,
  ToolSpec,
  ToolState,
  UnboundStateError,
} from 'toolwright';
import { z } from 'zod';
import { fc } from '../support/fast-check.js';
import { jestSetUp } from '../support/jest-set-up.js';

/** Records its arguments. */
class Kb extends ToolRegistry {
  readonly calls: unknown[][] = [];

  @Tool({ description: 'Search', params: { tags: { type: [String], optional: true } } })
  search(query: string, limit: number = 10, tags?: string[]): string {
    this.calls.push([query, limit, tags]);
    return query;
  }

  @Tool()
  owned(
    @Bind('session.user.id') userId: string,
    @Bind('db') db: Map<string, unknown> | null,
    query: string,
  ): unknown[] {
    this.calls.push([userId, db, query]);
    return [userId, query];
  }
}

function searchBound(...target: Parameters<ToolSpec['bind']> extends [unknown, ...infer T] ? T : never) {
  const kb = new Kb();
  return { kb, spec: kb.toolSpec('search').bind('limit', ...target) };
}

/** Returns a function that reads a state key through a tool. */
function readerOf(stateKey: string): (state: object) => Promise<unknown> {
  let found: unknown;
  const read = (value: unknown): void => {
    found = value;
  };
  const spec = ToolSpec.fromFunction(read, { bind: { value: { stateKey, default: readerOf } } });
  return async (state) => {
    await spec.call({}, { state: { ...state } });
    return found;
  };
}

describe('a bound parameter', () => {
  it('is removed from the schema, the prompt, the signature and every export', () => {
    const spec = new Kb().toolSpec('search').bind('limit', { stateKey: 'paging.limit' });
    expect(Object.keys(spec.inputSchema.properties ?? {})).toEqual(['query', 'tags']);
    expect(Object.keys(spec.params)).toEqual(['query', 'tags']);
    const shown = [
      spec.toJsonSchema(),
      spec.toOpenAI(),
      spec.toOpenAI({ api: 'chat' }),
      spec.toAnthropic(),
      spec.toGemini(),
      spec.toMcp(),
      spec.toPrompt(),
      spec.signature(),
      spec.signature({ query: 'x', limit: 1 }),
      spec.docstring,
      spec.code,
    ];
    for (const one of shown) expect(JSON.stringify(one)).not.toMatch(/limit|paging/);
  });

  it('is removed from the required parameters', () => {
    expect(new Kb().toolSpec('search').bind('query').inputSchema.required ?? []).toEqual([]);
  });

  it('is rejected when the model sends it, and the tool does not run', async () => {
    const { kb, spec } = searchBound({ default: 5 });
    const result = await spec.exec({ query: 'x', limit: 99 });
    expect(result.error?.code).toBe('invalid_parameters');
    expect(result.error?.message).toBe("Invalid arguments for 'search': unknown argument 'limit'");
    expect((await spec.exec('{"query":"x","limit":5}')).success).toBe(false);
    expect(kb.calls).toEqual([]);
  });

  it('is rejected even if the schema is open', async () => {
    const inputSchema = {
      type: 'object',
      properties: { user: { type: 'string' } },
      additionalProperties: true,
    } as const;
    const spec = ToolSpec.fromFunction((input: unknown) => input, { name: 'echo', inputSchema }).bind('user');
    const result = await spec.exec({ user: 'mallory', other: 1 }, { state: { user: 'ann' } });
    expect(result.error?.code).toBe('invalid_parameters');
    expect(await spec.call({ other: 1 }, { state: { user: 'ann' } })).toEqual({ other: 1, user: 'ann' });
  });

  it('is read at the time of the call', async () => {
    const kb = new Kb();
    const spec = kb.toolSpec('owned');
    spec.state.set('db', null);
    spec.state.set('session.user.id', 'u1');
    expect(await spec.call({ query: 'x' })).toEqual(['u1', 'x']);
    spec.state.set('session.user.id', 'u2');
    expect(await spec.call({ query: 'x' })).toEqual(['u2', 'x']);
    spec.state.delete('session.user.id');
    expect((await spec.exec({ query: 'x' })).error?.code).toBe('unbound_state');
  });

  it.each([null, undefined, 0, '', false])('accepts %p as a value', async (value) => {
    const { kb, spec } = searchBound({ stateKey: 'paging.limit', default: 5 });
    await spec.call({ query: 'x' }, { state: { paging: { limit: value } } });
    expect(kb.calls).toEqual([['x', value === undefined ? 10 : value, undefined]]);
  });

  it('uses the default of the binding if the key is missing, and never stores it', async () => {
    const { kb, spec } = searchBound({ default: 5 });
    await spec.call({ query: 'x' });
    expect(kb.calls).toEqual([['x', 5, undefined]]);
    expect(spec.state.has('limit')).toBe(false);
    expect(spec.state.toJSON()).toEqual({});
  });

  it('uses a default that is undefined', async () => {
    const kb = new Kb();
    await kb.toolSpec('search').bind('query', { default: undefined }).call();
    expect(kb.calls).toEqual([[undefined, 10, undefined]]);
  });

  it("otherwise uses the method's own default value", async () => {
    const { kb, spec } = searchBound({ stateKey: 'nowhere' });
    await spec.call({ query: 'x' });
    expect(kb.calls).toEqual([['x', 10, undefined]]);
  });

  it('is otherwise undefined if it is optional', async () => {
    const kb = new Kb();
    await kb.toolSpec('search').bind('query', { optional: true }).bind('tags').call();
    expect(kb.calls).toEqual([[undefined, 10, undefined]]);
  });

  it('otherwise fails with the key and the parameter, before the tool runs', async () => {
    const kb = new Kb();
    const spec = kb.toolSpec('owned');
    const call = spec.call({ query: 5 }, { state: { db: null } });
    await expect(call).rejects.toThrow(UnboundStateError);
    await expect(call).rejects.toThrow(
      "No value at state key 'session.user.id' for parameter 'userId'. Set it in the state, or declare a default for the binding.",
    );
    const result = await spec.exec({ query: 'x' }, { state: { db: null } });
    expect(result.error?.details).toEqual({ stateKey: 'session.user.id', parameter: 'userId' });
    expect(result.attempts).toBe(0);
    expect(kb.calls).toEqual([]);
  });

  it('is passed by identity, whatever it is', async () => {
    const kb = new Kb();
    const db = new Map();
    const query = Object.freeze([new Date(Number.NaN)]);
    const spec = kb.toolSpec('owned').bind('query');
    await spec.call({}, { state: { db, session: { user: { id: 5 } }, query } });
    expect(kb.calls[0]?.[0]).toBe(5);
    expect(kb.calls[0]?.[1]).toBe(db);
    expect(kb.calls[0]?.[2]).toBe(query);
  });

  it('has the same value after many reads', async () => {
    const name = fc.constantFrom('a', 'b', 'toString', 'length', '0');
    const { value } = fc.letrec<{ value: unknown; held: object }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<unknown>(1, null, undefined, 'text', secret('hidden')),
        tie('held'),
        tie('held').map((object) => secret(object)),
        tie('held').map((object) => Object.create(object as object) as unknown),
      ),
      held: fc.oneof(fc.dictionary(name, tie('value')), fc.array(tie('value'), { maxLength: 2 })),
    }));
    const states = fc.array(fc.dictionary(name, value), { minLength: 1, maxLength: 5 });
    const paths = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('.'));
    await fc.assert(
      fc.asyncProperty(paths, states, async (stateKey, all) => {
        const [often, once] = [readerOf(stateKey), readerOf(stateKey)];
        for (let reads = 0; reads < 250; reads++) await often({});
        for (const state of all) expect(Object.is(await often(state), await once(state))).toBe(true);
      }),
    );
  });

  it('of a rest parameter accepts a list', async () => {
    const spec = ToolSpec.fromFunction((first: string, ...rest: string[]) => [first, ...rest], {
      name: 'join',
      params: { first: { type: String }, rest: { type: String } },
      bind: { rest: 'words' },
    });
    expect(await spec.call({ first: 'a' }, { state: { words: ['b', 'c'] } })).toEqual(['a', 'b', 'c']);
    expect(await spec.call({ first: 'a' })).toEqual(['a']);
  });

  it('reads the key of its own name by default, even with special characters', async () => {
    const inputSchema = { type: 'object', properties: { 'filter[a.b]': { type: 'string' } } } as const;
    const spec = ToolSpec.fromFunction((input: unknown) => input, { name: 'echo', inputSchema }).bind('filter[a.b]');
    expect(await spec.call({}, { state: { 'filter[a.b]': 'x' } })).toEqual({ 'filter[a.b]': 'x' });
  });

  it('is ignored by validate()', async () => {
    const spec = new Kb().toolSpec('owned');
    expect(await spec.validate({ query: 'x' })).toMatchObject({ ok: true });
    expect(await spec.validate({ query: 'x', userId: 'u' })).toMatchObject({
      ok: false,
      issues: [{ path: '/userId' }],
    });
  });
});

describe('bind', () => {
  it('returns a new spec, and does not change the old one', () => {
    const spec = new Kb().toolSpec('search');
    const bound = spec.bind('limit');
    expect(bound).not.toBe(spec);
    expect(Object.keys(spec.params)).toEqual(['query', 'limit', 'tags']);
    expect(spec.bindings).toEqual({});
    expect(bound.bindings.limit).toMatchObject({ parameter: 'limit', stateKey: 'limit', optional: false });
    expect([bound, bound.bindings, bound.bindings.limit].every(Object.isFrozen)).toBe(true);
  });

  it('replaces an earlier binding of the parameter', async () => {
    const { kb, spec } = searchBound({ default: 1 });
    await spec.bind('limit', { stateKey: 'max', default: 2 }).call({ query: 'x' }, { state: { limit: 3 } });
    expect(kb.calls).toEqual([['x', 2, undefined]]);
  });

  it('shares the state, as every change but clone() does', () => {
    const spec = new Kb().toolSpec('search');
    const bound = spec.bind('limit');
    const others = [
      bound,
      bound.unbind('limit'),
      bound.rename('find'),
      bound.describe('Finds'),
      bound.with({ tags: [] }),
    ];
    for (const other of others) expect(other.state).toBe(spec.state);
  });

  it.each([
    [
      'search',
      'limt',
      "search: there is no parameter 'limt' to bind. Did you mean 'limit'? It has query, limit, tags.",
    ],
    ['search', '', "search: there is no parameter '' to bind. It has query, limit, tags."],
    ['search', 'toString', "search: there is no parameter 'toString' to bind. It has query, limit, tags."],
    ['owned', 'ctx', "owned: there is no parameter 'ctx' to bind. It has userId, db, query."],
  ] as const)('of %s refuses %j, which is no parameter', (method, parameter, message) => {
    expect(() => new Kb().toolSpec(method).bind(parameter)).toThrow(new DefinitionError(message));
    expect(() => new Kb().toolSpec(method).unbind(parameter)).toThrow(new DefinitionError(message));
  });

  it('rejects a malformed state key', () => {
    const spec = new Kb().toolSpec('search');
    expect(() => spec.bind('limit', { stateKey: 'a..b' })).toThrow(
      /^search: parameter 'limit': 'a\.\.b' is not a state path\./,
    );
    expect(() => spec.bind('limit', 'paging.limit' as never)).toThrow(
      new DefinitionError(`search: parameter 'limit' is bound to "paging.limit". Use { stateKey: '…' }.`),
    );
  });
});

describe('unbind', () => {
  it('shows a typed parameter to the model again', async () => {
    const kb = new Kb();
    const spec = kb.toolSpec('owned').unbind('userId');
    expect(spec.inputSchema).toMatchObject({
      properties: { userId: { type: 'string' }, query: { type: 'string' } },
      required: ['userId', 'query'],
    });
    expect(await spec.call({ userId: 'u1', query: 'x' }, { state: { db: null } })).toEqual(['u1', 'x']);
    expect(kb.toolSpec('owned').params).toEqual({ query: { type: 'string' } });
  });

  it('rejects a parameter without a type', () => {
    expect(() => new Kb().toolSpec('owned').unbind('db')).toThrow(
      new DefinitionError(
        "Kb.owned: parameter 'db' has no runtime type (an interface or a union). " +
          `${jestSetUp}, or use a DTO class or @Param({ schema }). See node_modules/toolwright/docs/troubleshooting.md.`,
      ),
    );
  });

  it('leaves the value in the state', async () => {
    const { kb, spec } = searchBound();
    spec.state.set('limit', 7);
    await spec.unbind('limit').call({ query: 'x' });
    await spec.unbind('limit').bind('limit').call({ query: 'x' });
    expect(kb.calls.map(([, limit]) => limit)).toEqual([10, 7]);
  });

  it('of a parameter that is not bound changes nothing', () => {
    const spec = new Kb().toolSpec('search');
    expect(spec.unbind('query').inputSchema).toBe(spec.inputSchema);
  });
});

describe('a bound property', () => {
  class NewItem {
    @IsString()
    @Field({ description: 'The title' })
    title!: string;

    @IsInt()
    @Min(1)
    owner!: number;

    @IsOptional()
    @IsString()
    note?: string;
  }

  class Items extends ToolRegistry {
    readonly items: NewItem[] = [];

    @Tool()
    add(item: NewItem): number {
      return this.items.push(item);
    }

    @Tool()
    addFor(item: NewItem, @Bind('user') user: string): string {
      this.items.push(item);
      return user;
    }
  }

  it('of a flattened DTO is set on the instance without validation', async () => {
    const items = new Items();
    const owner = { not: 'an integer' };
    const spec = items.toolSpec('add').bind('owner', { stateKey: 'session.user' });
    expect(Object.keys(spec.params)).toEqual(['title', 'note']);
    expect(spec.inputSchema.required).toEqual(['title']);
    await spec.call({ title: 'a' }, { state: { session: { user: owner } } });
    expect(items.items[0]).toBeInstanceOf(NewItem);
    expect(items.items[0]?.owner).toBe(owner);
    expect(items.items[0]?.title).toBe('a');
  });

  it('of a flattened DTO does not prevent the validation of the others', async () => {
    const spec = new Items().toolSpec('add').bind('owner', { default: 1 });
    const result = await spec.exec({ title: 5, owner: 2 });
    expect(result.error?.code).toBe('invalid_parameters');
    const refused = await spec.exec({ note: 5 });
    expect(refused.error?.message).toContain("missing argument 'title'");
    expect(refused.error?.message).not.toContain('owner');
  });

  it('of a flattened DTO fails without a value, because it is required', async () => {
    const items = new Items();
    const result = await items.toolSpec('add').bind('owner').exec({ title: 'a' });
    expect(result.error?.code).toBe('unbound_state');
    expect(items.items).toEqual([]);
  });

  it('of a flattened DTO goes back to the model', async () => {
    const items = new Items();
    const spec = items.toolSpec('add').bind('owner').unbind('owner');
    expect(spec.inputSchema).toEqual(items.toolSpec('add').inputSchema);
    expect(await spec.call({ title: 'a', owner: 1 })).toBe(1);
  });

  it('may be combined with a bound parameter', async () => {
    const items = new Items();
    const spec = items.toolSpec('addFor').bind('note');
    const state = { user: 'u1', note: 'from the state' };
    expect(await spec.call({ title: 'a', owner: 1 }, { state })).toBe('u1');
    expect(items.items[0]?.note).toBe('from the state');
  });

  it('of a flattened DTO is separated from it once a parameter is unbound', async () => {
    const items = new Items();
    const spec = items.toolSpec('addFor').unbind('user').bind('owner', { default: 3 });
    expect(Object.keys(spec.params)).toEqual(['title', 'note', 'user']);
    expect(await spec.call({ title: 'a', user: 'u2' })).toBe('u2');
    expect(items.items[0]).toMatchObject({ title: 'a', owner: 3 });
  });

  it.each([
    [
      'a JSON Schema',
      { type: 'object', properties: { a: { type: 'number' }, user: { type: 'string' } }, required: ['a', 'user'] },
    ],
    ['a zod schema', z.object({ a: z.number(), user: z.any() })],
  ] as const)('of %s reaches the tool, by identity', async (_, inputSchema) => {
    const spec = ToolSpec.fromFunction((input: Record<string, unknown>) => input, { name: 'echo', inputSchema });
    const bound = spec.bind('user', { stateKey: 'session.user' });
    const user = new ToolState();
    expect(bound.params).toEqual({ a: expect.objectContaining({ type: 'number' }) });
    expect(bound.inputSchema.required).toEqual(['a']);
    const data = await bound.call({ a: 1 }, { state: { session: { user } } });
    expect(data.user).toBe(user);
    expect((await bound.exec({ a: 'x' } as never, { state: { session: { user } } })).error?.code).toBe(
      'invalid_parameters',
    );
    expect((await bound.exec({ a: 1 })).error?.code).toBe('unbound_state');
    expect(Object.keys(bound.unbind('user').params)).toEqual(['a', 'user']);
  });

  it('of a schema goes to the parameter of its name', async () => {
    const inputSchema = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } } as const;
    const spec = ToolSpec.fromFunction((a: number, b: number) => [a, b], { name: 'pair', inputSchema });
    expect(await spec.bind('b', { default: 2 }).call({ a: 1 })).toEqual([1, 2]);
  });
});

describe('a bound property of the inputSchema of a method', () => {
  const inputSchema = z.object({ query: z.string(), tenant: z.string().optional() });

  it('is hidden, and reaches the parameter of the entire object', async () => {
    class Docs extends ToolRegistry {
      @Tool({ inputSchema, bind: { tenant: 'session.tenant' } })
      find(input: z.infer<typeof inputSchema>): unknown {
        return input;
      }
    }
    const spec = new Docs().toolSpec('find');
    expect(Object.keys(spec.params)).toEqual(['query']);
    const state = { session: { tenant: 'acme' } };
    expect(await spec.call({ query: 'x' }, { state })).toEqual({ query: 'x', tenant: 'acme' });
    expect((await spec.exec({ query: 'x', tenant: 'other' }, { state })).error?.code).toBe('invalid_parameters');
    expect(Object.keys(spec.unbind('tenant').params)).toEqual(['query', 'tenant']);
  });

  it('has to exist: the error names the properties', () => {
    class Docs extends ToolRegistry {
      @Tool({ inputSchema, bind: { tenat: 'session.tenant' } })
      whole(input: z.infer<typeof inputSchema>): unknown {
        return input;
      }

      @Tool({ inputSchema, bind: { customer: { stateKey: 'session.tenant' } } })
      each(query: string, tenant?: string): unknown {
        return [query, tenant];
      }
    }
    expect(() => new Docs().toolSpec('whole')).toThrow(
      new DefinitionError(
        "Docs.whole: there is no property 'tenat' to bind. Did you mean 'tenant'? The schema has query, tenant.",
      ),
    );
    expect(() => new Docs().toolSpec('each')).toThrow(
      new DefinitionError(
        "Docs.each: there is no property 'customer' to bind. The schema has query, tenant. Add a property to the schema, which models do not see if it is bound, or a parameter of this name to the function.",
      ),
    );
    const bind: object = { tenat: 'session.tenant' };
    expect(() => ToolSpec.fromFunction((input) => input.query, { name: 'find', inputSchema, bind })).toThrow(
      "find: there is no property 'tenat' to bind. Did you mean 'tenant'? The schema has query, tenant.",
    );
  });

  it('of an overridden method is ignored if the schema of the override lacks it', async () => {
    class Docs extends ToolRegistry {
      @Tool({ inputSchema, bind: { tenant: 'session.tenant' } })
      find(input: { query: string }): unknown {
        return input;
      }
    }
    class Public extends Docs {
      @Tool({ inputSchema: z.object({ query: z.string() }) })
      override find(input: { query: string }): unknown {
        return input;
      }
    }
    expect(await new Public().toolSpec('find').call({ query: 'x' })).toEqual({ query: 'x' });
  });
});

describe('clone', () => {
  it('has its own copy of the state', async () => {
    const spec = new Kb().toolSpec('owned');
    spec.state.set('session.user.id', 'u1');
    spec.state.set('db', null);
    const clone = spec.clone();
    clone.state.set('session.user.id', 'u2');
    expect(await spec.call({ query: 'x' })).toEqual(['u1', 'x']);
    expect(await clone.call({ query: 'x' })).toEqual(['u2', 'x']);
    expect(await clone.rename('other').call({ query: 'x' })).toEqual(['u2', 'x']);
  });
});
