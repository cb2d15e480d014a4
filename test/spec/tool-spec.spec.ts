import {
  Bind,
  DefinitionError,
  Param,
  respond,
  Tool,
  type ToolContext,
  ToolRegistry,
  ToolSpec,
  ToolState,
  text,
} from 'toolwright';
import type { McpTool } from 'toolwright/formats';
import { z } from 'zod';

const echo = { kind: 'echo', execute: (args: Readonly<Record<string, unknown>>) => args };

class KnowledgeBase extends ToolRegistry {
  @Tool({
    title: 'Search',
    description: 'Search the knowledge base',
    tags: ['read'],
    annotations: { readOnlyHint: true },
    examples: [{ input: { query: 'rxjs' } }],
    meta: { owner: 'docs' },
  })
  search(
    @Param({ description: 'What to look for', minLength: 1 }) query: string,
    @Param({ minimum: 1 }) limit: number = 10,
    @Bind('session.user.id', { optional: true }) userId?: string,
  ): unknown {
    return { query, limit, userId };
  }
}

describe('ToolSpec', () => {
  const spec = new KnowledgeBase().toolSpec('search');

  it('shows its definition', () => {
    expect(spec.name).toBe('search');
    expect(spec.title).toBe('Search');
    expect(spec.description).toBe('Search the knowledge base');
    expect(spec.kind).toBe('native');
    expect(spec.tags).toEqual(['read']);
    expect(spec.annotations).toEqual({ readOnlyHint: true });
    expect(spec.examples).toEqual([{ input: { query: 'rxjs' } }]);
    expect(spec.meta).toEqual({ owner: 'docs' });
    expect(spec.outputSchema).toBeUndefined();
    expect(Object.keys(spec.params)).toEqual(['query', 'limit']);
    expect(spec.inputSchema).toEqual({
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for', minLength: 1 },
        limit: { type: 'number', minimum: 1, default: 10 },
      },
      required: ['query'],
      additionalProperties: false,
    });
  });

  it('is frozen, with its schemas and definition', () => {
    expect(Object.isFrozen(spec)).toBe(true);
    for (const part of [spec.inputSchema, spec.params, spec.params.query, spec.tags, spec.annotations, spec.meta]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('is recognised by ToolSpec.is', () => {
    expect(ToolSpec.is(spec)).toBe(true);
    expect(ToolSpec.is({ ...spec })).toBe(false);
  });

  describe('changes', () => {
    it('return a new spec and do not change the original one', async () => {
      const changed = spec
        .rename('kb_search')
        .describe('Look it up')
        .with({ timeoutMs: 5_000, tags: ['new'] });
      expect([changed.name, changed.description, changed.tags]).toEqual(['kb_search', 'Look it up', ['new']]);
      expect([spec.name, spec.description, spec.tags]).toEqual(['search', 'Search the knowledge base', ['read']]);
      expect(changed.inputSchema).toEqual(spec.inputSchema);
      expect((await changed.exec({ querry: '' })).toText()).toContain("Invalid arguments for 'kb_search'");
    });

    it('share the state; clone() copies it', () => {
      const state = new ToolState({ a: { b: 1 } });
      const tool = ToolSpec.create({ name: 't', executor: echo, state });
      expect(tool.rename('u').state).toBe(state);
      const clone = tool.clone();
      clone.state.set('a.b', 2);
      expect(state.get('a.b')).toBe(1);
      expect(clone.name).toBe('t');
    });

    it.each([
      ['a name', { name: 'not legal' }, /'not legal' is not a legal tool name/],
      ['a time limit', { timeoutMs: 0 }, /search: with: timeoutMs must be a number above 0/],
      ['a chunk limit', { chunkTimeoutMs: -1 }, /search: with: chunkTimeoutMs must be a number above 0/],
      ['an output limit', { maxOutputChars: Number.NaN }, /search: with: maxOutputChars must be a number above 0/],
      [
        'retries',
        { retry: { maxRetries: -1 } },
        /search: with: retry.maxRetries must be a non-negative integer, not -1/,
      ],
      [
        'a wait',
        { retry: { maxRetries: 1, delayMs: -1 } },
        /search: with: retry.delayMs must be a non-negative number, not -1/,
      ],
      [
        'a longest wait',
        { retry: { maxRetries: 1, maxDelayMs: Number.NaN } },
        /search: with: retry.maxDelayMs must be/,
      ],
      [
        'a backoff',
        { retry: { maxRetries: 1, backoff: 'linear' as 'fixed' } },
        /search: with: retry.backoff must be 'fixed' or 'exponential', not "linear"/,
      ],
    ])('reject %s that is invalid', (_what, change, message) => {
      expect(() => spec.with(change)).toThrow(message);
      expect(() => spec.with(change)).toThrow(DefinitionError);
    });
  });

  describe('renderings', () => {
    it('show the call, with values if they are passed', () => {
      expect(spec.signature()).toBe('search({ query, limit = 10 })');
      expect(spec.signature({ query: 'x', other: 1 })).toBe('search({ query: "x", limit: 10 })');
    });

    it('hide bound parameters', () => {
      const bound = spec.bind('limit', { default: 5 });
      for (const shown of [
        bound.signature(),
        bound.docstring,
        bound.code,
        bound.toPrompt(),
        JSON.stringify(bound.toMcp()),
      ]) {
        expect(shown).not.toContain('limit');
        expect(shown).not.toContain('userId');
      }
    });

    it('hide bound parameters in examples', () => {
      const tool = spec.with({ examples: [{ input: { query: 'x', limit: 3 } }] }).bind('limit', { default: 5 });
      expect(tool.toAnthropic().input_examples).toEqual([{ query: 'x' }]);
      expect(tool.toPrompt()).not.toContain('limit');
    });

    it('document the tool', () => {
      expect(spec.docstring).toContain('@param query - (string) What to look for');
      expect(spec.code).toContain('export declare function search(args: {');
      expect(spec.toPrompt()).toMatch(/^- `search\(\{ query, limit = 10 \}\)`:\n {4}Search the knowledge base/);
    });

    it('convert the tool into a function', async () => {
      const search = spec.toFunction();
      expect(search.name).toBe('search');
      expect(await search({ query: 'x' })).toEqual({ query: 'x', limit: 10, userId: undefined });
      await expect(search({})).rejects.toThrow("missing argument 'query'");
    });
  });

  describe('exports', () => {
    it('name the tool in the format of each vendor', () => {
      expect(spec.toJsonSchema({ cache: true })).toMatchObject({
        type: 'function',
        name: 'search',
        strict: false,
        cache: true,
      });
      expect(spec.toOpenAI()).toMatchObject({ type: 'function', name: 'search' });
      expect(spec.toOpenAI({ api: 'chat' })).toMatchObject({ type: 'function', function: { name: 'search' } });
      expect(spec.toAnthropic()).toMatchObject({ name: 'search', input_examples: [{ query: 'rxjs' }] });
      expect(spec.toGemini()).toMatchObject({ name: 'search', parameters: { type: 'OBJECT' } });
      expect(spec.toMcp()).toMatchObject({ name: 'search', title: 'Search', annotations: { readOnlyHint: true } });
    });

    it("return the author's own schema over MCP, unless a parameter is hidden", () => {
      const inputSchema = {
        $schema: 'http://json-schema.org/draft-07/schema#',
        title: 'Args',
        type: 'object',
        properties: { title: { type: 'string', title: 'The title' }, id: { type: 'string' } },
      } as const;
      const tool = ToolSpec.create({ name: 't', executor: echo, inputSchema });
      expect(tool.toMcp().inputSchema).toEqual(inputSchema);
      expect(tool.inputSchema).toEqual({
        type: 'object',
        properties: { title: { type: 'string' }, id: { type: 'string' } },
        additionalProperties: false,
      });
      const hidden: McpTool = tool.bind('id').toMcp();
      expect(hidden.inputSchema.properties).toEqual({ title: { type: 'string' } });
    });

    it('accept null for optional arguments, as models send it in strict mode, and remove it', async () => {
      const { parameters } = spec.toOpenAI({ strict: true, onWarning: () => undefined });
      expect(parameters).toMatchObject({ required: ['query', 'limit'] });
      expect(await spec.call({ query: 'x', limit: null })).toEqual({ query: 'x', limit: 10, userId: undefined });
    });
  });

  describe('outputSchema', () => {
    const hits = {
      type: 'array',
      items: { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] },
    } as const;
    const toolOf = (data: unknown): ToolSpec =>
      ToolSpec.create({ name: 't', outputSchema: hits, executor: { kind: 'test', execute: () => data } });

    it('is published, and validates the JSON representation of the data', async () => {
      expect(toolOf([]).outputSchema).toEqual(hits);
      expect(await toolOf(new Set([{ id: 1 }])).call()).toEqual(new Set([{ id: 1 }]));
      const { error } = await toolOf([{ id: 'a' }]).exec();
      expect(error?.code).toBe('invalid_output');
      expect(error?.message).toBe(
        '\'t\' returned data that does not fit its output schema: /0/id must be number, got "a"',
      );
      expect((await toolOf(undefined).exec()).error?.code).toBe('invalid_output');
    });

    it('does not validate a failure', async () => {
      const tool = ToolSpec.create({
        name: 't',
        outputSchema: hits,
        executor: {
          kind: 'test',
          execute: () => {
            throw new TypeError('broken');
          },
        },
      });
      expect((await tool.exec()).error?.code).toBe('execution');
    });

    it('adds structured content to text', async () => {
      const tool = ToolSpec.create({
        name: 't',
        outputSchema: { type: 'string' },
        executor: { kind: 'test', execute: () => 'a' },
      });
      expect(await tool.exec()).toMatchObject({
        data: 'a',
        structuredContent: 'a',
        content: [{ type: 'text', text: 'a' }],
      });
    });

    it('validates the structured content of a response', async () => {
      const good = toolOf(respond({ content: [text('one')], structuredContent: [{ id: 1 }] }));
      expect(await good.exec()).toMatchObject({
        success: true,
        content: [{ text: 'one' }],
        structuredContent: [{ id: 1 }],
      });
      expect((await toolOf(respond({ content: [text('one')] })).exec()).error?.code).toBe('invalid_output');
    });
  });
});

describe('ToolSpec.fromFunction', () => {
  it('reads name, types and defaults from the function and its options', async () => {
    function add(a: number, b = 2): number {
      return a + b;
    }
    const tool = ToolSpec.fromFunction(add, {
      params: { a: { type: Number }, b: { type: Number } },
      description: 'Add',
    });
    expect(tool.name).toBe('add');
    expect(tool.inputSchema).toMatchObject({
      properties: { a: { type: 'number' }, b: { default: 2 } },
      required: ['a'],
    });
    const sum: number = await tool.call({ a: 1 });
    expect(sum).toBe(3);
  });

  it('passes all arguments to a sole parameter, unless it is a property by name', async () => {
    const inputSchema = {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a'],
    } as const;
    const whole = ToolSpec.fromFunction((args: { a: number }) => args, { name: 'whole', inputSchema });
    expect(await whole.call({ a: 1 })).toEqual({ a: 1 });
    const single = { type: 'object', properties: { a: { type: 'number' } } } as const;
    const byName = ToolSpec.fromFunction((a: number) => a, { name: 'byName', inputSchema: single });
    expect(await byName.call({ a: 1 })).toBe(1);
    const several = ToolSpec.fromFunction((b: number, a: number) => [a, b], { name: 'several', inputSchema });
    expect(await several.call({ a: 1, b: 2 })).toEqual([1, 2]);
  });

  it('passes the context to the parameter of `ctx`, and state to those of `bind`', async () => {
    const tool = ToolSpec.fromFunction(
      (args: object, userId: string, context: ToolContext) => ({ args, userId, name: context.call.name }),
      {
        name: 'whoami',
        inputSchema: { type: 'object', properties: { a: {} } },
        ctx: 'context',
        bind: { userId: 'user.id' },
        state: { user: { id: 7 } },
      },
    );
    expect(Object.keys(tool.params)).toEqual(['a']);
    expect(await tool.call({ a: 1 })).toEqual({ args: { a: 1 }, userId: 7, name: 'whoami' });
  });

  it('accepts destructured and rest parameters', async () => {
    const inputSchema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } as const;
    const destructured = ToolSpec.fromFunction(({ a }: { a: number }) => a, { name: 'd', inputSchema });
    expect(await destructured.call({ a: 1 })).toBe(1);
    const rest = ToolSpec.fromFunction((...tags: string[]) => tags, { name: 'r', params: { tags: { type: String } } });
    expect(rest.inputSchema).toMatchObject({ properties: { tags: { type: 'array', items: { type: 'string' } } } });
    expect(await rest.call({ tags: ['a', 'b'] })).toEqual(['a', 'b']);
    expect(await rest.call({})).toEqual([]);
  });

  it.each([
    ['a function without a name', () => ToolSpec.fromFunction(() => 1), /function has no name: write tool/],
    [
      'a parameter without a type',
      () => ToolSpec.fromFunction((a: string) => a, { name: 'f' }).inputSchema,
      /^f: parameter 'a' has no runtime type/,
    ],
    [
      'a property that no parameter receives',
      () =>
        ToolSpec.fromFunction((a: string, b: string) => a + b, {
          name: 'f',
          inputSchema: { type: 'object', properties: { a: {}, b: {}, c: {} } },
        }),
      /^f: no parameter receives property 'c'/,
    ],
    [
      'a parameter that is not a property',
      () =>
        ToolSpec.fromFunction((a: string, b: string) => a + b, {
          name: 'f',
          inputSchema: { type: 'object', properties: { a: {} } },
        }),
      /^f: parameter 'b' is not a property of inputSchema/,
    ],
    [
      'a property without any parameter',
      () => ToolSpec.fromFunction(() => 1, { name: 'f', inputSchema: { type: 'object', properties: { a: {} } } }),
      /^f: no parameter receives property 'a'/,
    ],
    [
      'another schema that does not describe an object',
      () => ToolSpec.create({ name: 'f', inputSchema: {}, executor: echo }).with({ inputSchema: { type: 'string' } }),
      /^f: the replacement inputSchema must be a JSON Schema of type 'object'\.$/,
    ],
    [
      'another schema that is not a JSON Schema',
      () =>
        ToolSpec.create({ name: 'f', inputSchema: {}, executor: echo }).with({
          inputSchema: z.object({}),
        }),
      /^f: the replacement inputSchema must be a JSON Schema of type 'object'\.$/,
    ],
    [
      'another schema with a property that is not an argument',
      () =>
        ToolSpec.create({ name: 'f', inputSchema: { type: 'object', properties: { a: {} } }, executor: echo }).with({
          inputSchema: { type: 'object', properties: { b: {} } },
        }),
      /^f: inputSchema has a property 'b', which is not an argument\. The arguments are a\.$/,
    ],
    [
      'a schema that does not describe an object',
      () => ToolSpec.fromFunction((a: string) => a, { name: 'f', inputSchema: { type: 'string' } }),
      /^f: inputSchema has type string, but arguments are an object/,
    ],
    [
      'a parameter that the source does not name',
      () =>
        ToolSpec.fromFunction(({ a }: { a: string }, b: string) => a + b, {
          name: 'f',
          params: { b: { type: String } },
        }),
      /^f: parameter #1 has no name|^f: parameter '#1' has no/,
    ],
    [
      'an unknown name in params',
      () => ToolSpec.fromFunction(() => 1, { name: 'f', params: { a: {} } }),
      /^f: 'params' names 'a', which is not a parameter. It has none/,
    ],
  ])('rejects %s', (_what, make, message) => {
    expect(make).toThrow(message);
    expect(make).toThrow(DefinitionError);
  });
});

describe('ToolSpec.create', () => {
  it('passes validated arguments and bound values to the executor', async () => {
    const tool = ToolSpec.create({
      name: 't',
      executor: echo,
      inputSchema: {
        type: 'object',
        properties: { a: { type: 'number', default: 1 }, key: { type: 'string' } },
        required: ['key'],
      },
      bind: { key: 'api.key' },
      state: { api: { key: 'k' } },
    });
    expect(tool.kind).toBe('echo');
    expect(Object.keys(tool.params)).toEqual(['a']);
    expect(await tool.call({})).toEqual({ a: 1, key: 'k' });
    expect((await tool.exec({ key: 'other' })).toText()).toBe("Invalid arguments for 't': unknown argument 'key'");
  });

  it('creates a tool without arguments by default', async () => {
    const tool = ToolSpec.create({ name: 't', executor: echo });
    expect(tool.inputSchema).toEqual({ type: 'object', properties: {}, additionalProperties: false });
    expect(await tool.call()).toEqual({});
  });
});
