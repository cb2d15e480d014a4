import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type StandardSchema, ToolSpec } from 'toolwright';
import * as v from 'valibot';
import { z } from 'zod';

const executor = { kind: 'echo', execute: (args: unknown) => args };

function issuesOf(inputSchema: StandardSchema, args: object) {
  const spec = ToolSpec.create({ name: 't', inputSchema, executor });
  return spec.validate(args as never).then((result) => (result.ok ? result.value : result.issues));
}

const tree = z.object({
  name: z.string(),
  get children() {
    return z.array(tree).optional();
  },
});
const filter = z.object({ since: z.string().optional(), limit: z.number().default(5) });

describe('a name that a Standard Schema does not declare in a nested object', () => {
  it.each<[string, StandardSchema, object, string]>([
    ['an object', z.object({ filter }), { filter: { sinse: '2026' } }, '/filter/sinse'],
    [
      'a list',
      z.object({ filters: z.array(filter) }),
      { filters: [{ limit: 1 }, { sinse: '2026' }] },
      '/filters/1/sinse',
    ],
    ['a record', z.object({ by: z.record(z.string(), filter) }), { by: { day: { sinse: '' } } }, '/by/day/sinse'],
    ['a nullable object', z.object({ filter: filter.nullish() }), { filter: { sinse: '2026' } }, '/filter/sinse'],
    [
      'an object that is transformed',
      z.object({ filter: filter.transform(({ since }) => ({ since: since?.trim() })) }),
      { filter: { sinse: '' } },
      '/filter/sinse',
    ],
    [
      'an object of valibot',
      toStandardJsonSchema(v.object({ filter: v.object({ since: v.optional(v.string()) }) })),
      { filter: { sinse: '' } },
      '/filter/sinse',
    ],
  ])('is refused in %s, because it would be dropped', async (_, schema, args, path) => {
    expect(await issuesOf(schema, args)).toEqual([
      { path, message: "is unknown (did you mean 'since'?)", rule: 'unknown' },
    ]);
  });

  it('is compared with a limited number of known names, however many are sent', async () => {
    const names = Array.from({ length: 9_000 }, (_, index) => `property_${String(index).padStart(5, '0')}`);
    const known = Object.fromEntries(names.slice(0, 200).map((name) => [`${name}x`, z.string().optional()]));
    const spec = ToolSpec.create({ name: 't', inputSchema: z.object({ filter: z.object(known) }), executor });
    const args = { filter: Object.fromEntries(names.map((name) => [name, 1])) };
    const { user } = process.cpuUsage();
    const { error } = await spec.exec(args);
    expect(error?.message).toMatch(
      /^Invalid arguments for 't': \/filter\/property_00000 is unknown .+; and \d+ more$/s,
    );
    // Without the limit there are 1.8 million comparisons.
    expect(process.cpuUsage().user - user).toBeLessThan(3_000_000);
  });

  it('is named by its message for the model', async () => {
    const spec = ToolSpec.create({ name: 't', inputSchema: z.object({ filter }), executor });
    const { error } = await spec.exec({ filter: { sinse: '2026' } });
    expect(error?.message).toBe("Invalid arguments for 't': /filter/sinse is unknown (did you mean 'since'?)");
  });

  it.each<[string, StandardSchema, object]>([
    [
      'a loose object',
      z.object({ filter: z.looseObject({ since: z.string() }) }),
      { filter: { since: '1', other: 2 } },
    ],
    ['a catchall', z.object({ filter: z.object({}).catchall(z.number()) }), { filter: { other: 2 } }],
    ['a record', z.object({ by: z.record(z.string(), z.number()) }), { by: { any: 1 } }],
    ['anything', z.object({ any: z.any(), one: z.unknown() }), { any: { a: { b: 1 } }, one: [{ c: 1 }] }],
    [
      'a union of objects',
      z.object({ at: z.union([z.object({ x: z.number() }), z.object({ name: z.string() })]) }),
      { at: { name: 'n' } },
    ],
    ['a recursive object', z.object({ tree }), { tree: { name: 'a', children: [{ name: 'b' }] } }],
    [
      'a loose object of valibot',
      toStandardJsonSchema(v.object({ filter: v.looseObject({ since: v.string() }) })),
      { filter: { since: '1', other: 2 } },
    ],
  ])('is accepted in %s', async (_, schema, args) => {
    expect(await issuesOf(schema, args)).toEqual(args);
  });

  it('is accepted where a conversion reads it, or makes something else of the object', async () => {
    const spread = z.object({ filter: z.preprocess((one) => ({ since: (one as { from: string }).from }), filter) });
    expect(await issuesOf(spread, { filter: { from: '2026' } })).toEqual({ filter: { since: '2026', limit: 5 } });
    const dates = z.object({ at: z.object({ day: z.string() }).transform(({ day }) => new Date(day)) });
    expect(await issuesOf(dates, { at: { day: '2026-01-01' } })).toEqual({ at: new Date('2026-01-01') });
  });

  it('is dropped from the output of a tool', async () => {
    const outputSchema = z.object({ user: z.object({ name: z.string() }) });
    const spec = ToolSpec.create({
      name: 't',
      outputSchema,
      executor: { kind: 'x', execute: () => ({ user: { name: 'a', hash: 'b' } }) },
    });
    expect(await spec.call({})).toEqual({ user: { name: 'a' } });
  });
});
