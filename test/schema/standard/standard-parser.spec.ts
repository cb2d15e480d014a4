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
    expect(error?.message).toMatch(/^The value bound to 'user.*' does not match the tool's schema\.$/);
    // A name that only begins like a bound name belongs to the model.
    expect((await spec.exec({ query: 5, username: 'x' }, { state })).toText()).toMatch(
      /^Invalid arguments for 't': \/query [^/]+; \/username [^/]+$/,
    );
  });
});
