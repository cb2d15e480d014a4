/**
 * It evaluates what the generator emits, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import 'toolwright/dto';
import { IsInt, IsString } from 'class-validator';
import { Bind, Param, Tool, ToolContext, type ToolOptions, ToolRegistry, type ToolSpec, toolSpecsOf } from 'toolwright';
import { defineToolSchemas, type GeneratedTool } from 'toolwright/generated';
import { evaluate } from '../../decorators/evaluate.js';

interface Filter {
  readonly from?: Date;
  readonly tags?: readonly string[];
}

const date = { type: 'string', format: 'date-time', instanceOf: Date };
const Filter = { type: 'object', properties: { from: date, tags: { type: 'array', items: { type: 'string' } } } };

describe('a method with a generated record', () => {
  class KnowledgeBase extends ToolRegistry {
    @Tool()
    search(
      query: string,
      filter: Filter,
      limit: number = 10,
      @Bind('user') userId?: string,
      ctx?: ToolContext,
      ...tags: ('a' | 'b')[]
    ): unknown {
      return { query, filter, limit, userId, hasContext: ctx instanceof ToolContext, tags };
    }
  }
  defineToolSchemas(KnowledgeBase, {
    search: {
      params: [
        { name: 'query', schema: { type: 'string', description: 'What to look for', minLength: 1 } },
        { name: 'filter', schema: { $ref: '#/$defs/Filter', description: 'Which.' } },
        { name: 'limit', schema: { type: 'number' }, default: 10, optional: true },
        { name: 'userId', schema: { type: 'string' }, optional: true },
        { name: 'ctx', context: true },
        { name: 'tags', schema: { type: 'array', items: { enum: ['a', 'b'] } }, rest: true },
      ],
      $defs: { Filter },
    },
  });
  const search = new KnowledgeBase().toolSpec('search');

  it('publishes its types', () => {
    expect(search.inputSchema).toEqual({
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for', minLength: 1 },
        filter: { $ref: '#/$defs/Filter', description: 'Which.' },
        limit: { type: 'number', default: 10 },
        tags: { type: 'array', items: { enum: ['a', 'b'] } },
      },
      required: ['query', 'filter'],
      additionalProperties: false,
      $defs: {
        Filter: {
          type: 'object',
          properties: {
            from: { type: 'string', format: 'date-time' },
            tags: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    });
  });

  it('receives instances, and undefined for an optional binding without a value', async () => {
    const args = { query: 'x', filter: { from: '2024-01-01T00:00:00Z' }, tags: ['b', 'a'] };
    expect(await search.call(args)).toEqual({
      query: 'x',
      filter: { from: new Date('2024-01-01T00:00:00Z') },
      limit: 10,
      userId: undefined,
      hasContext: true,
      tags: ['b', 'a'],
    });
    expect(await search.call(args, { state: { user: 'u1' } })).toMatchObject({ userId: 'u1' });
  });

  it('rejects arguments that do not match the types', async () => {
    const refused = { query: 'x', filter: { from: 'x', tags: [5] }, tags: ['c'], ctx: 1 };
    expect((await search.exec(refused)).toText()).toBe(
      "Invalid arguments for 'search': unknown argument 'ctx'; /filter/from must be a valid date-time such as 2026-12-01T09:00:00Z, got \"x\"; " +
        '/filter/tags/0 must be string, got 5; /tags/0 must be "a" or "b", got "c"',
    );
  });

  it('has an argument for a removed binding', async () => {
    const unbound = search.unbind('userId');
    expect(unbound.params.userId).toEqual({ type: 'string' });
    expect(unbound.inputSchema.required).toEqual(['query', 'filter']);
    expect(await unbound.call({ query: 'x', filter: {}, userId: 'u2' })).toMatchObject({ userId: 'u2' });
  });
});

describe('the type of a parameter', () => {
  class Dto {
    @IsString() title!: string;
  }

  /** A tool of two parameters over this record. */
  function toolOf(record: GeneratedTool, options: ToolOptions = {}): ToolSpec {
    class Tools extends ToolRegistry {
      @Tool(options)
      run(@Param({ description: 'Said.' }) one: number, other: Dto): unknown {
        return [one, other];
      }
    }
    defineToolSchemas(Tools, { run: record });
    return new Tools().toolSpec('run');
  }

  const record = {
    params: [
      { name: 'one', schema: { type: 'integer', description: 'Generated.', minimum: 1 } },
      { name: 'other', schema: { type: 'string' } },
    ],
  };

  it('is its generated type rather than its emitted type, refined by @Param()', () => {
    expect(toolOf(record).params).toEqual({
      one: { type: 'integer', description: 'Said.', minimum: 1 },
      other: { type: 'string' },
    });
  });

  it('is the explicit type rather than its generated type', () => {
    const params = { one: { type: 'integer', maximum: 3 }, other: { schema: { type: 'boolean' } } } as const;
    expect(toolOf(record, { params }).params).toEqual({
      one: { type: 'integer', description: 'Said.', maximum: 3 },
      other: { type: 'boolean' },
    });
  });

  it('is its emitted type if none was generated', () => {
    expect(toolOf({ params: [{ name: 'one' }, { name: 'other' }] }).params).toMatchObject({
      one: { type: 'number' },
      other: { type: 'object', properties: { title: { type: 'string' } } },
    });
  });

  it('is also refined when it is enforced', async () => {
    const spec = toolOf(record, { params: { one: { maximum: 5 } } });
    expect((await spec.exec({ one: 6, other: 'x' })).toText()).toContain('/one must be <= 5');
    expect((await spec.exec({ one: 0, other: 'x' })).toText()).toContain('/one must be >= 1');
  });

  it('is identified in errors', () => {
    const plain = { params: [{ schema: { type: 'object', instanceOf: class Money {} } }, {}] };
    expect(() => toolOf(plain)).toThrow(
      "Tools.run: parameter 'one': class 'Money' has no class-validator rules. Decorate its properties, or use an interface.",
    );
  });

  it('is identified in the error for a DTO that can never be valid', () => {
    class Page {
      @IsInt() size!: number;
      offset = 4;
    }
    const page = { type: 'object', instanceOf: Page };
    const complaint = 'Page.offset has no class-validator rule';
    expect(() => toolOf({ params: [{ schema: page }, {}] })).toThrow(`Tools.run: parameter 'one': ${complaint}`);
    expect(() => toolOf({ ...record, returns: page })).toThrow(`Tools.run: outputSchema: ${complaint}`);
  });

  it('is the explicit schema of the input, with names and options from the record', async () => {
    class Tools extends ToolRegistry {
      @Tool({ inputSchema: { type: 'object', properties: { first: { type: 'string' }, last: { type: 'string' } } } })
      run(a: string, b: string, c?: string, d?: unknown): unknown {
        return [a, b, c, d instanceof ToolContext];
      }
    }
    defineToolSchemas(Tools, {
      run: {
        params: [
          { name: 'first', schema: { type: 'number' } },
          { name: 'last', schema: date },
          { name: 'middle', optional: true },
          { name: 'context', context: true },
        ],
      },
    });
    const spec = new Tools().toolSpec('run');
    expect(spec.params).toEqual({ first: { type: 'string' }, last: { type: 'string' } });
    expect(await spec.call({ first: 'a', last: '2024-01-01T00:00:00Z' })).toEqual([
      'a',
      '2024-01-01T00:00:00Z',
      undefined,
      true,
    ]);
  });

  it('omits an optional property of an explicit schema if its binding has no value', async () => {
    class Tools extends ToolRegistry {
      @Tool({
        inputSchema: { type: 'object', properties: { query: { type: 'string' }, user: { type: 'string' } } },
        bind: { user: 'u' },
      })
      optional(query: string, user?: string): unknown {
        return [query, user];
      }

      @Tool({
        inputSchema: { type: 'object', properties: { query: { type: 'string' }, user: { type: 'string' } } },
        bind: { user: 'u' },
      })
      required(query: string, user: string): unknown {
        return [query, user];
      }
    }
    defineToolSchemas(Tools, {
      optional: { params: [{ name: 'query' }, { name: 'user', optional: true }] },
      required: { params: [{ name: 'query' }, { name: 'user' }] },
    });
    const tools = new Tools();
    expect(await tools.toolSpec('optional').call({ query: 'x' })).toEqual(['x', undefined]);
    expect((await tools.toolSpec('required').exec({ query: 'x' })).error?.code).toBe('unbound_state');
  });

  it('fills in a default that the text of the method does not contain', async () => {
    class Tools extends ToolRegistry {
      @Tool() run(query: string, @Bind('n') limit?: number, page?: number): unknown {
        return [query, limit, page];
      }
    }
    const number = { schema: { type: 'number' }, optional: true };
    const params = [
      { name: 'query', schema: { type: 'string' } },
      { name: 'limit', ...number, default: 5 },
      { name: 'page', ...number, default: 1 },
    ];
    defineToolSchemas(Tools, { run: { params } });
    const spec = new Tools().toolSpec('run');
    expect(spec.params.page).toEqual({ type: 'number', default: 1 });
    expect(await spec.call({ query: 'x' })).toEqual(['x', 5, 1]);
    expect(await spec.call({ query: 'x', page: 2 }, { state: { n: 3 } })).toEqual(['x', 3, 2]);
  });

  it('spreads over the arguments for a pattern whose default is an empty object', async () => {
    class Tools extends ToolRegistry {
      @Tool() open({ limit = 5 }: { limit?: number } = {}): unknown {
        return limit;
      }

      @Tool() filled({ limit = 5 }: { limit?: number } = { limit: 3 }): unknown {
        return limit;
      }

      @Tool() named(options: { limit?: number } = {}): unknown {
        return options;
      }
    }
    const schema = { type: 'object', properties: { limit: { type: 'number' } } };
    const open = { params: [{ schema, optional: true, default: {} }] };
    const named = { params: [{ name: 'options', schema, optional: true, default: {} }] };
    defineToolSchemas(Tools, { open, named, filled: { params: [{ name: 'options', schema }] } });
    const { open: spread, named: kept, filled } = new Tools().toToolSpecs();
    expect(spread?.inputSchema).toEqual({ ...schema, additionalProperties: false });
    expect([await spread?.call({}), await spread?.call({ limit: 1 })]).toEqual([5, 1]);
    expect(kept?.params).toEqual({ options: { ...schema, default: {} } });
    expect([await filled?.call({}), await filled?.call({ options: {} })]).toEqual([3, 5]);
    defineToolSchemas(Tools, { filled: { params: [{ schema }] } });
    expect(() => new Tools().toToolSpecs()).toThrow(
      'Tools.filled: parameter #1 has no name in the source text. Set it with @Param({ name }).',
    );
  });

  it('is undefined for a parameter that is never sent', async () => {
    class Tools extends ToolRegistry {
      @Tool() run(query: Filter, extra?: unknown): unknown {
        return [query, extra];
      }
    }
    defineToolSchemas(Tools, {
      run: {
        params: [
          { name: 'query', schema: Filter },
          { name: 'extra', optional: true, absent: true },
        ],
      },
    });
    const spec = new Tools().toolSpec('run');
    expect(Object.keys(spec.params)).toEqual(['from', 'tags']);
    expect(await spec.call({ tags: [] })).toEqual([{ tags: [] }, undefined]);
    expect((await spec.exec({ extra: 1 })).toText()).toContain("unknown argument 'extra'");
  });
});

describe('a class that does not describe its parameters', () => {
  const source = `
    import { Tool } from 'toolwright';
    export class Kb {
      @Tool() search(query, limit = 10) { return [query, limit]; }
      @Tool({ params: { text: { maxLength: 3 } }, bind: { user: 'user.id' }, ctx: 'context' })
      minified(t, e, n) { return [t, e, typeof n.signal]; }
      @Tool({ params: { t: { maxLength: 3 } } }) alias(t) { return t; }
    }`;
  const records: Readonly<Record<string, GeneratedTool>> = {
    search: {
      params: [
        { name: 'query', schema: { type: 'string' } },
        { name: 'limit', schema: { type: 'number' }, optional: true, default: 10 },
      ],
    },
    minified: {
      params: [
        { name: 'text', schema: { type: 'string' } },
        { name: 'user', schema: { type: 'string' } },
        { name: 'context' },
      ],
    },
    alias: { params: [{ name: 'text', schema: { type: 'string' } }] },
  };

  it.each([
    ['TC39 decorators, by tsc', { compiler: 'tsc', decorators: 'tc39' }],
    ['TC39 decorators, by esbuild', { compiler: 'esbuild', decorators: 'tc39' }],
    ['legacy decorators without emitted types', { compiler: 'esbuild', decorators: 'legacy' }],
  ] as const)('is described only by its record: %s', async (_, compilation) => {
    const Kb = evaluate(source, compilation).Kb as new () => object;
    defineToolSchemas(Kb, records);
    const specs = toolSpecsOf(new Kb() as object) as Readonly<Record<string, ToolSpec>>;
    expect(specs.search?.inputSchema).toEqual({
      type: 'object',
      properties: { query: { type: 'string' }, limit: { type: 'number', default: 10 } },
      required: ['query'],
      additionalProperties: false,
    });
    expect(await specs.search?.call({ query: 'x' })).toEqual(['x', 10]);
    expect(specs.minified?.params).toEqual({ text: { type: 'string', maxLength: 3 } });
    expect(await specs.minified?.call({ text: 'x' }, { state: { user: { id: 5 } } })).toEqual(['x', 5, 'object']);
    expect(specs.alias?.params).toEqual({ text: { type: 'string', maxLength: 3 } });
  });
});
