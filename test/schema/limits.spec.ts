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
  it.each(wraps)('allow 64 levels of %s and the values in them, and no more', async (_what, wrap) => {
    for (const value of [1, null, true, 'x']) {
      expect((await toolOf(open).exec({ data: nested(63, wrap, value) })).success).toBe(true);
    }
    const [issue] = await issuesIn(open, { data: nested(64, wrap, 1) });
    expect(issue).toMatch(/is nested deeper than 64 levels, or cyclic$/);
  });

  it('are told with their rule and the first eight steps of the place', async () => {
    const data = nested(100, (inner) => [inner], 1);
    expect(await toolOf(open).validate({ data })).toEqual({
      ok: false,
      issues: [{ path: '/data/0/0/0/0/0/0/0', message: 'is nested deeper than 64 levels, or cyclic', rule: 'limit' }],
    });
  });
});

describe('the names that could reach a prototype', () => {
  it.each(['constructor', 'prototype'])("are refused: '%s', unless the schema declares it", async (name) => {
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

  it('count as properties only where the arguments themselves have them', async () => {
    const schema = objectOf({ ...{ toString: { type: 'string' } as const } });
    expect(await toolOf(schema).call({})).toEqual({});
    expect(await toolOf(schema).call({ toString: 'x' })).toEqual({ toString: 'x' });
    expect(await issuesIn({ type: 'object', additionalProperties: true, required: ['valueOf'] }, {})).toEqual([
      "missing argument 'valueOf'",
    ]);
  });
});
