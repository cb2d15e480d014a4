import { ToolSpec } from 'toolwright';
import { z } from 'zod';

const executor = { kind: 'echo', execute: (args: Readonly<Record<string, unknown>>) => args };

describe('a Standard Schema', () => {
  const inputSchema = z.object({
    query: z.string(),
    page: z.object({ size: z.number(), tags: z.array(z.string()) }).optional(),
    user: z.object({ id: z.string() }),
    username: z.number().optional(),
    key: z.string().transform((key) => key.toUpperCase()),
  });
  const spec = ToolSpec.create({ name: 't', inputSchema, executor }).bind('user').bind('key');

  it('reports its issues with their path and the rule `schema`', async () => {
    const tool = ToolSpec.create({ name: 't', inputSchema, executor });
    expect(await tool.validate({ query: 'x', page: { size: 1, tags: ['a', 5] }, user: { id: 'u' }, key: 'k' })).toEqual(
      { ok: false, issues: [{ path: '/page/tags/1', message: expect.stringContaining('string'), rule: 'schema' }] },
    );
  });

  it('validates the bound values too, and does not replace them', async () => {
    const user = { id: 'u1' };
    const args = (await spec.call({ query: 'x' }, { state: { user, key: 'secret' } })) as Record<string, unknown>;
    expect(args).toEqual({ query: 'x', user: { id: 'u1' }, key: 'secret' });
    expect(args.user).toBe(user);
  });

  it('reports nothing to a model about the bound values that it rejects', async () => {
    const state = { user: { id: 7 }, key: 'k' };
    const { error } = await spec.exec({ query: 'x' }, { state });
    expect(error?.code).toBe('unbound_state');
    expect(error?.message).toMatch(
      /^The value at state key 'user' for parameter 'user' of 't' does not match its schema:/,
    );
    // A name that only begins like a bound name belongs to the model.
    expect((await spec.exec({ query: 5, username: 'x' }, { state })).toText()).toMatch(
      /^Invalid arguments for 't': \/query [^/]+; \/username [^/]+$/,
    );
  });

  it.each([
    [
      { place: 5 },
      '/place Invalid input: expected string, received number, or Invalid input: expected object, received number',
    ],
    [{ place: { lat: 1 } }, '/place/lon Invalid input: expected number, received undefined'],
    [{ place: { name: 1 } }, '/place/name Invalid input: expected string, received number'],
    [
      { place: { name: 'x', in: 5 } },
      '/place/in Invalid input: expected string, received number, or Invalid input: expected object, received number',
    ],
    [{ place: { name: 'x', in: { country: 5 } } }, '/place/in/country Invalid input: expected string, received number'],
    [{ place: 'x', size: 'big' }, '/size Use a number.'],
  ])('reports what the alternatives of a union expect: %j', async (args, message) => {
    const point = z.object({ lat: z.number(), lon: z.number() });
    const named = z.object({
      name: z.string(),
      in: z.union([z.string(), z.object({ country: z.string() })]).optional(),
    });
    const tool = ToolSpec.create({
      name: 't',
      inputSchema: z.object({
        place: z.union([z.string(), point, named]),
        size: z.union([z.number(), z.null()], { error: 'Use a number.' }).optional(),
      }),
      executor,
    });
    expect((await tool.exec(args)).toText()).toBe(`Invalid arguments for 't': ${message}`);
  });

  it('reports nothing of the alternatives of a bound value', async () => {
    const inputSchema = z.object({ query: z.string(), user: z.union([z.string(), z.object({ id: z.string() })]) });
    const tool = ToolSpec.create({ name: 't', inputSchema, executor }).bind('user');
    const { error } = await tool.exec({ query: 'x' }, { state: { user: { id: 5 } } });
    expect(error?.code).toBe('unbound_state');
    expect(error?.toText()).not.toMatch(/user|string/);
  });

  it.each([
    ['start must be before end', 'start must be before end'],
    ['The arguments must be in order.', 'The arguments must be in order.'],
    ['must be in order', 'the arguments must be in order'],
    ['same', 'same'],
  ])('reports an issue of the whole object as a sentence: %s', async (error, message) => {
    const ordered = z.object({ start: z.number(), end: z.number() }).refine(({ start, end }) => start < end, error);
    const tool = ToolSpec.create({ name: 't', inputSchema: ordered, executor });
    const result = await tool.exec({ start: 2, end: 1 });
    expect(result.toText()).toBe(`Invalid arguments for 't': ${message}`);
    expect(result.error?.details).toEqual({ issues: [{ path: '', message: error, rule: 'schema' }] });
  });

  it('reports an issue of the whole output as a sentence', async () => {
    const outputSchema = z.object({ sum: z.number() }).refine(({ sum }) => sum > 0, 'sum must be positive');
    const tool = ToolSpec.create({
      name: 't',
      inputSchema: z.object({}),
      outputSchema,
      executor: { kind: 'test', execute: () => ({ sum: 0 }) },
    });
    expect((await tool.exec({})).error?.message).toMatch(/does not fit its output schema: sum must be positive/);
  });
});
