import type { JsonSchema, ValidationError } from 'toolwright';
import { rejectionOf, toolOf } from './json-tool.js';

const search: JsonSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 1 },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
    filter: {
      type: 'object',
      properties: { field: { type: 'string' }, op: { enum: ['eq', 'lt'] } },
      required: ['field'],
      additionalProperties: false,
    },
  },
  required: ['query'],
};

describe('validation', () => {
  it('reports all issues, each with its path, the expected and the received value', async () => {
    expect(await rejectionOf(search, { query: 'x', limit: 'ten', querry: 1 })).toBe(
      "Invalid arguments for 'search': unknown argument 'querry' (did you mean 'query'?); /limit must be integer, got \"ten\"",
    );
  });

  const messages: [string, unknown, string][] = [
    ['a missing argument', {}, "missing argument 'query'"],
    ['a missing property further down', { query: 'x', filter: {} }, '/filter/field is missing'],
    [
      'an unknown property further down',
      { query: 'x', filter: { field: 'a', opp: 1 } },
      "/filter/opp is unknown (did you mean 'op'?)",
    ],
    ['an unknown argument that is near no other', { query: 'x', zzzzzz: 1 }, "unknown argument 'zzzzzz'"],
    ['a text that is too short', { query: '' }, '/query must have at least 1 character, got ""'],
    ['a number that is too large', { query: 'x', limit: 101 }, '/limit must be <= 100, got 101'],
    [
      'an array that is too long',
      { query: 'x', tags: ['a', 'b', 'c'] },
      '/tags must have at most 2 items, got ["a","b","c"]',
    ],
    ['an item of the wrong type', { query: 'x', tags: ['a', 5] }, '/tags/1 must be string, got 5'],
    [
      'a value that is none of those',
      { query: 'x', filter: { field: 'a', op: 'gt' } },
      '/filter/op must be "eq" or "lt", got "gt"',
    ],
    ['arguments that are no object', [1], 'the arguments must be an object, got [1]'],
    ['arguments that are null', null, 'the arguments must be an object, got null'],
    ['a text that is no JSON', '{"query": ', 'the arguments must be a JSON object, got the text "{\\"query\\": "'],
    ['a text that is JSON of something else', '"query"', 'the arguments must be an object, got "query"'],
  ];
  it.each(messages)('says what is wrong with %s', async (_what, args, message) => {
    expect(await rejectionOf(search, args)).toBe(`Invalid arguments for 'search': ${message}`);
  });

  const constraints: [JsonSchema, unknown, string][] = [
    [{ type: 'string', maxLength: 2 }, 'abc', 'must have at most 2 characters, got "abc"'],
    [{ type: 'string', pattern: '^a' }, 'b', 'must match the pattern ^a, got "b"'],
    [{ type: 'string', format: 'email' }, 'b', 'must be a valid email, got "b"'],
    [{ type: 'array', minItems: 1 }, [], 'must have at least 1 item, got []'],
    [{ const: 'a' }, 'b', 'must be "a", got "b"'],
    [{ type: ['string', 'null'] }, 5, 'must be string or null, got 5'],
    [{ anyOf: [{ type: 'integer' }, { type: 'boolean' }] }, 'b', 'must be integer or boolean, got "b"'],
    [{ anyOf: [{ const: 1 }, { enum: ['a', 'b'] }] }, 'c', 'must be 1 or "a" or "b", got "c"'],
    [
      { anyOf: [{ type: 'string', minLength: 3 }, { type: 'null' }] },
      'ab',
      'must have at least 3 characters, got "ab"',
    ],
    [{ not: { type: 'string' } }, 'b', 'must not match {"type":"string"}, got "b"'],
    [{ type: 'number', multipleOf: 2 }, 3, 'must be multiple of 2, got 3'],
    [false as unknown as JsonSchema, 3, 'is not allowed, got 3'],
    [{ oneOf: [{ type: 'number' }, { type: 'integer' }] }, 3, 'must match exactly one of its forms, got 3'],
  ];
  it.each(constraints)('describes the rule of %j', async (property, value, message) => {
    const schema = { type: 'object', properties: { x: property } } as const;
    expect(await rejectionOf(schema, { x: value })).toBe(`Invalid arguments for 'search': /x ${message}`);
  });

  it('reports the issues of the most likely branch of a union', async () => {
    const shape: JsonSchema = {
      oneOf: [
        { type: 'object', properties: { kind: { const: 'circle' }, r: { type: 'number' } }, required: ['kind', 'r'] },
        {
          type: 'object',
          properties: { kind: { const: 'square' }, side: { type: 'number' } },
          required: ['kind', 'side'],
        },
      ],
    };
    const schema: JsonSchema = { type: 'object', properties: { shape } };
    expect(await rejectionOf(schema, { shape: { kind: 'square', side: 'long' } })).toBe(
      'Invalid arguments for \'search\': /shape/side must be number, got "long"',
    );
    expect(await rejectionOf(schema, { shape: { kind: 'circle' } })).toBe(
      "Invalid arguments for 'search': /shape/r is missing",
    );
  });

  it.each([
    [{ kind: 'pian' }, '/reason/kind must be "checkup", "pain" or "other", got "pian"'],
    [{ kind: 'zzz', level: 'x', note: 5 }, '/reason/kind must be "checkup", "pain" or "other", got "zzz"'],
    [{ kind: 7 }, '/reason/kind must be "checkup", "pain" or "other", got 7'],
    [{}, '/reason/kind is missing'],
    [{ kind: 'pain', level: 'x' }, '/reason/level must be number, got "x"'],
    [5, '/reason must be object, Other or null, got 5'],
  ])('lists what selects a branch of a union if a value selects none: %j', async (reason, message) => {
    const kind = (name: string): JsonSchema => ({ type: 'string', const: name });
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        reason: {
          anyOf: [
            { type: 'object', properties: { kind: kind('checkup') }, required: ['kind'] },
            {
              type: 'object',
              properties: { kind: kind('pain'), level: { type: 'number' } },
              required: ['kind', 'level'],
            },
            { $ref: '#/$defs/Other' },
            { type: 'null' },
          ],
        },
      },
      $defs: {
        Other: {
          type: 'object',
          properties: { kind: kind('other'), note: { type: 'string' } },
          required: ['kind', 'note'],
        },
      },
    };
    expect(await rejectionOf(schema, { reason })).toBe(`Invalid arguments for 'search': ${message}`);
  });

  it('shows at most 20 issues', async () => {
    const args = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`zzzzz${index}`, index]));
    const text = await rejectionOf({ type: 'object', properties: {} }, args);
    expect(text.split('; ')).toHaveLength(21);
    expect(text).toMatch(/; and 5 more$/);
  });

  it('passes the issues to programs as well', async () => {
    const { error } = await toolOf(search).exec({ limit: 0 });
    const issues = [
      { path: '/query', message: 'is missing', rule: 'required' },
      { path: '/limit', message: 'must be >= 1, got 0', rule: 'minimum' },
    ];
    expect((error as ValidationError).issues).toEqual(issues);
    expect(error?.toJSON().details).toEqual({ issues });
    expect(await toolOf(search).validate({ limit: 0 })).toEqual({ ok: false, issues });
  });

  it('captures no stack for invalid arguments, but for other errors', async () => {
    const { error } = await toolOf(search).exec({ limit: 0 });
    expect(error?.stack).toBe(`ValidationError: ${error?.message}`);
    expect(new Error('broken').stack).toContain('\n    at ');
  });

  it('reports no issue twice', async () => {
    const schema: JsonSchema = {
      type: 'object',
      allOf: [{ required: ['a'] }, { required: ['a'] }],
      properties: { a: {} },
    };
    expect(await rejectionOf(schema, {})).toBe("Invalid arguments for 'search': missing argument 'a'");
  });
});

describe('the arguments', () => {
  it('are copied, so that the object of the caller does not change', async () => {
    const args = Object.freeze({ query: 'x', limit: '5', filter: Object.freeze({ field: 'a', op: undefined }) });
    expect(await toolOf(search).call(args)).toEqual({ query: 'x', limit: 5, filter: { field: 'a', op: undefined } });
    expect(args.limit).toBe('5');
  });

  it("receive copies of the schema's defaults at every level", async () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        tags: { type: 'array', default: ['a'] },
        page: { type: 'object', properties: { size: { type: 'integer', default: 20 }, at: { type: 'integer' } } },
      },
    };
    const tool = toolOf(schema);
    const first = (await tool.call({ page: { at: 1 } })) as { tags: string[] };
    expect(first).toEqual({ tags: ['a'], page: { at: 1, size: 20 } });
    first.tags.push('b');
    expect(await tool.call({})).toEqual({ tags: ['a'] });
    expect(await tool.call({ page: null as unknown })).toEqual({ tags: ['a'] });
  });

  it('may be omitted, or be empty JSON text', async () => {
    const tool = toolOf({ type: 'object', properties: { limit: { type: 'integer', default: 3 } } });
    expect(await tool.call()).toEqual({ limit: 3 });
    expect(await tool.call('')).toEqual({ limit: 3 });
    expect(await tool.call('{"limit": 4}')).toEqual({ limit: 4 });
  });

  it('count as absent if they are undefined', async () => {
    expect(await toolOf(search).call({ query: 'x', limit: undefined, other: undefined })).toEqual({
      query: 'x',
      limit: 10,
    });
    expect(await rejectionOf(search, { query: undefined })).toBe(
      "Invalid arguments for 'search': missing argument 'query'",
    );
  });
});

describe('the top level', () => {
  const open: [string, JsonSchema, Record<string, unknown>][] = [
    ['additionalProperties', { type: 'object', properties: {}, additionalProperties: { type: 'number' } }, { a: 1 }],
    ['patternProperties', { type: 'object', properties: {}, patternProperties: { '^x-': {} } }, { 'x-a': 1 }],
    ['unevaluatedProperties', { type: 'object', properties: {}, unevaluatedProperties: true }, { a: 1 }],
  ];
  it.each(open)('is not closed with %s', async (_keyword, schema, args) => {
    expect(await toolOf(schema).call(args)).toEqual(args);
  });

  it('is closed otherwise, even if properties come from other schemas', async () => {
    const schema: JsonSchema = {
      type: 'object',
      $defs: { Page: { type: 'object', properties: { size: { type: 'integer' } } } },
      allOf: [{ $ref: '#/$defs/Page' }],
      properties: { query: { type: 'string' } },
    };
    expect(await toolOf(schema).call({ query: 'x', size: 5 })).toEqual({ query: 'x', size: 5 });
    expect(await rejectionOf(schema, { query: 'x', sise: 5 })).toContain("unknown argument 'sise'");
  });

  it('does not change nested levels', async () => {
    const schema: JsonSchema = { type: 'object', properties: { filter: { type: 'object', properties: { a: {} } } } };
    expect(await toolOf(schema).call({ filter: { b: 1 } })).toEqual({ filter: { b: 1 } });
  });
});

describe('coercion', () => {
  const types: JsonSchema = {
    type: 'object',
    properties: {
      number: { type: 'number' },
      integer: { type: 'integer' },
      boolean: { type: 'boolean' },
      object: { type: 'object', properties: { n: { type: 'number' } } },
      array: { type: 'array', items: { type: 'number' } },
      string: { type: 'string' },
      nullable: { type: ['number', 'null'] },
      code: { enum: [1, 2, 'three', true, null] },
      fixed: { const: 7 },
      union: { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^x' }] },
      either: { anyOf: [{ type: 'boolean' }, { type: 'array' }] },
    },
  };
  const repaired: [Record<string, unknown>, Record<string, unknown>][] = [
    [{ number: '5' }, { number: 5 }],
    [{ number: '-1500.25' }, { number: -1500.25 }],
    [{ number: ' 5 ' }, { number: 5 }],
    [{ integer: '5' }, { integer: 5 }],
    [{ boolean: 'true' }, { boolean: true }],
    [{ boolean: 'false' }, { boolean: false }],
    [{ object: '{"n": 1}' }, { object: { n: 1 } }],
    [{ object: '{"n": "1"}' }, { object: { n: 1 } }],
    [{ object: { n: '1' } }, { object: { n: 1 } }],
    [{ array: '[1, "2"]' }, { array: [1, 2] }],
    [{ array: ['1'] }, { array: [1] }],
    [{ code: '2' }, { code: 2 }],
    [{ code: 'true' }, { code: true }],
    [{ fixed: '7' }, { fixed: 7 }],
    [{ either: 'true' }, { either: true }],
    [{ either: '[]' }, { either: [] }],
    [{ number: null }, {}],
    [{ object: { n: null } }, { object: {} }],
    [
      { number: '1', boolean: 'true', string: 'x' },
      { number: 1, boolean: true, string: 'x' },
    ],
  ];
  it.each(repaired)('converts %j to %j', async (args, meant) => {
    expect(await toolOf(types).call(args)).toEqual(meant);
  });

  it.each<[Record<string, unknown>]>([
    [{ number: '' }],
    [{ number: 'five' }],
    [{ number: '0x10' }],
    [{ number: '1_000' }],
    [{ number: '007' }],
    [{ number: '1e400' }],
    [{ number: 'NaN' }],
    [{ number: true }],
    [{ integer: '5.5' }],
    [{ boolean: 'yes' }],
    [{ boolean: 1 }],
    [{ boolean: '' }],
    [{ object: '[1]' }],
    [{ object: '{"n": ' }],
    [{ object: 'null' }],
    [{ array: '{"a": 1}' }],
    [{ string: 5 }],
    [{ string: true }],
    [{ string: { a: 1 } }],
    [{ code: 'null' }],
    [{ union: '5' }],
  ])('does not accept %j', async (args) => {
    expect((await toolOf(types).exec(args)).error?.code).toBe('invalid_parameters');
  });

  it('does not change valid values', async () => {
    const args = { string: '5', nullable: null, code: 'three', union: 'x5' };
    expect(await toolOf(types).call(args)).toEqual(args);
  });

  it('never makes a null of a required argument disappear', async () => {
    const schema: JsonSchema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
    expect(await rejectionOf(schema, { a: null })).toBe("Invalid arguments for 'search': /a must be number, got null");
  });

  it('removes a null for an optional property behind a reference, and inside arrays', async () => {
    const schema: JsonSchema = {
      type: 'object',
      $defs: {
        Size: { type: 'integer' },
        Item: {
          type: 'object',
          properties: { size: { $ref: '#/$defs/Size' }, id: { $ref: '#/$defs/Size' } },
          required: ['id'],
        },
      },
      properties: { items: { type: 'array', items: { $ref: '#/$defs/Item' } }, size: { $ref: '#/$defs/Size' } },
    };
    expect(await toolOf(schema).call({ size: null, items: [{ id: 1, size: null }] })).toEqual({ items: [{ id: 1 }] });
    expect(await rejectionOf(schema, { items: [{ id: null }] })).toContain('/items/0/id must be integer, got null');
  });

  it('reports only the remaining issues', async () => {
    expect(await rejectionOf(types, { number: '5', boolean: 'perhaps' })).toBe(
      'Invalid arguments for \'search\': /boolean must be boolean, got "perhaps"',
    );
  });

  it('applies the limits to parsed JSON text', async () => {
    const text = `{"a": ${'['.repeat(100)}${']'.repeat(100)}}`;
    expect(await rejectionOf(types, { object: text })).toContain('nested deeper than 64 levels');
    expect(await rejectionOf(types, { object: '{"__proto__": {"a": 1}}' })).toContain(
      "the name '__proto__' is never an argument",
    );
  });
});

describe('hostile arguments', () => {
  const open: JsonSchema = { type: 'object', properties: { data: {} } };

  it.each([
    ['at the top', '{"__proto__": {"polluted": true}}'],
    ['further down', '{"data": {"a": [{"__proto__": {"polluted": true}}]}}'],
  ])('with __proto__ %s are rejected', async (_where, args) => {
    expect(await rejectionOf(open, args)).toContain("'__proto__' is never an argument");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('with constructor or prototype are rejected unless the schema declares them', async () => {
    expect(await rejectionOf(open, { data: { constructor: { prototype: {} } } })).toContain(
      '/data/constructor is not allowed',
    );
    const declared: JsonSchema = {
      type: 'object',
      properties: { ...{ constructor: { type: 'string' } as const }, prototype: { type: 'boolean' } },
      required: ['constructor'],
    };
    expect(await toolOf(declared).call({ constructor: 'Ada', prototype: true })).toEqual({
      constructor: 'Ada',
      prototype: true,
    });
  });

  it('do not count inherited members as properties', async () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { constructor: {}, toString: {} },
      required: ['constructor', 'toString'],
    };
    expect(await rejectionOf(schema, {})).toBe(
      "Invalid arguments for 'search': missing argument 'constructor'; missing argument 'toString'",
    );
  });

  it('that are too deep are rejected, as objects and as text', async () => {
    const depth = 10_000;
    const text = `{"data": ${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(await rejectionOf(open, text)).toContain('nested deeper than 64 levels');
    expect(await rejectionOf(open, JSON.parse(text))).toContain('nested deeper than 64 levels');
  });

  it('that contain themselves are rejected', async () => {
    const data: unknown[] = [];
    data.push(data);
    expect(await rejectionOf(open, { data })).toContain('nested deeper than 64 levels, or cyclic');
  });

  it('that are too many are rejected', async () => {
    const keys = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`${'k'.repeat(50)}${index}`, 1]));
    expect(await rejectionOf(open, { data: keys })).toContain('holds more than 10000 values');
    expect(await rejectionOf(open, { data: new Array(10_001).fill(0) })).toContain('has more than 10000 items');
    expect(await rejectionOf(open, { data: 'x'.repeat(1_048_577) })).toContain('exceeds 1048576 characters in all');
    expect(await rejectionOf(open, `{"data": "${'x'.repeat(3_000_000)}"}`)).toContain(
      'must be shorter than 2097152 characters',
    );
  });

  it('counts the names of an object before it reads any of their values', async () => {
    let reads = 0;
    const data = {};
    const descriptor = { enumerable: true, get: () => ++reads };
    for (let at = 0; at <= 10_000; at++) Object.defineProperty(data, `k${at}`, descriptor);
    expect(await rejectionOf(open, { data })).toContain('holds more than 10000 values');
    expect(reads).toBe(0);
  });

  it('at the limits are accepted', async () => {
    const nested = JSON.parse(`${'['.repeat(63)}${']'.repeat(63)}`) as unknown;
    expect((await toolOf(open).exec({ data: nested })).success).toBe(true);
    expect((await toolOf(open).exec({ data: new Array(9_998).fill(0) })).success).toBe(true);
    expect((await toolOf(open).exec({ data: 'x'.repeat(1_048_576 - 4) })).success).toBe(true);
  });

  it('with a long path are reported with a short one', async () => {
    const data = { ['k'.repeat(500)]: { ['l'.repeat(500)]: JSON.parse('{"__proto__": 1}') as unknown } };
    expect((await rejectionOf(open, { data })).length).toBeLessThan(400);
  });

  it('that are bytes are one value', async () => {
    expect((await toolOf(open).exec({ data: new Uint8Array(100_000) })).success).toBe(true);
  });
});

describe('a schema that does not compile', () => {
  it('is a DefinitionError that names the tool', async () => {
    const { error } = await toolOf({ type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: {} } }).exec(
      {},
    );
    expect(error).toBeUndefined();
    expect(() => toolOf({ type: 'object', properties: { a: { $ref: '#/$defs/B' } } })).toThrow(
      /search: inputSchema.*\$ref/,
    );
  });
});
