import type { JsonSchema } from 'toolwright';
import { issuesIn, objectOf, toolOf } from './json-tool.js';

const open = objectOf({ data: {} });

function nested(levels: number, wrap: (inner: unknown) => unknown, innermost: unknown): unknown {
  let value = innermost;
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}

describe('the limits of arguments', () => {
  const wraps: [string, (inner: unknown) => unknown][] = [
    ['arrays', (inner) => [inner]],
    ['objects', (inner) => ({ inner })],
  ];
  it.each(wraps)('allow at most 64 levels of %s', async (_what, wrap) => {
    for (const value of [1, null, true, 'x']) {
      expect((await toolOf(open).exec({ data: nested(63, wrap, value) })).success).toBe(true);
    }
    const [issue] = await issuesIn(open, { data: nested(64, wrap, 1) });
    expect(issue).toMatch(/is nested deeper than 64 levels, or cyclic$/);
  });

  it('are reported with their rule and the first eight steps of the path', async () => {
    const data = nested(100, (inner) => [inner], 1);
    expect(await toolOf(open).validate({ data })).toEqual({
      ok: false,
      issues: [{ path: '/data/0/0/0/0/0/0/0', message: 'is nested deeper than 64 levels, or cyclic', rule: 'limit' }],
    });
  });
});

describe('the names that could reach a prototype', () => {
  it.each(['constructor', 'prototype'])("are rejected: '%s', unless the schema declares it", async (name) => {
    expect(await issuesIn(open, { data: { [name]: 1 } })).toEqual([
      `/data/${name} is not allowed: the schema declares no '${name}'`,
    ]);
    const declared = objectOf({ data: objectOf({ [name]: { type: 'integer' } }) });
    expect(await toolOf(declared).call({ data: { [name]: 1 } })).toEqual({ data: { [name]: 1 } });
  });

  it('are not declared by what a schema merely mentions', async () => {
    const mentioned: JsonSchema = objectOf({ data: { examples: [{ constructor: 1 }], default: { constructor: 2 } } });
    expect(await issuesIn(mentioned, { data: { constructor: 1 } })).toEqual([
      "/data/constructor is not allowed: the schema declares no 'constructor'",
    ]);
  });

  it('are not declared by data that looks like a schema', async () => {
    const data = { properties: { constructor: {} } };
    const keywords: JsonSchema[] = [{ default: data }, { examples: [data] }, { const: data }, { enum: [data, {}] }];
    for (const keyword of keywords) {
      expect(await issuesIn(objectOf({ data: {}, other: keyword }), { data: { constructor: 1 } })).toEqual([
        "/data/constructor is not allowed: the schema declares no 'constructor'",
      ]);
    }
  });

  it('are declared by definitions, branches and items too', async () => {
    const part = objectOf({ ...{ constructor: { type: 'integer' } as const } });
    const parts: JsonSchema[] = [{ $ref: '#/$defs/Part' }, { anyOf: [part] }, { items: part }];
    for (const x of parts) {
      const tool = toolOf(objectOf({ x, data: {} }, { $defs: { Part: part } }));
      expect((await tool.exec({ data: { constructor: 1 } })).success).toBe(true);
    }
  });

  it('count as properties only if the arguments themselves have them', async () => {
    const schema = objectOf({ ...{ toString: { type: 'string' } as const } });
    expect(await toolOf(schema).call({})).toEqual({});
    expect(await toolOf(schema).call({ toString: 'x' })).toEqual({ toString: 'x' });
    const anything: JsonSchema = { type: 'object', additionalProperties: true };
    const missing = ["missing argument 'valueOf'"];
    expect(await issuesIn({ ...anything, required: ['a', 'valueOf'] }, { a: 1 })).toEqual(missing);
    expect(await issuesIn({ ...anything, allOf: [{ required: ['valueOf'] }] }, {})).toEqual(missing);
    expect(await issuesIn({ ...anything, dependentRequired: { a: ['valueOf'] } }, { a: 1 })).toHaveLength(1);
    expect(await toolOf({ ...anything, dependentRequired: { valueOf: ['a'] } }).call({})).toEqual({});
    expect(await toolOf({ ...anything, dependentSchemas: { valueOf: { required: ['a'] } } }).call({})).toEqual({});
  });
});
