// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references have this form.
import { secret, type ToolEvent, Toolkit, ToolSpec } from 'toolwright';

const state = { session: { user: { name: 'Ann', age: 7, tags: ['a'] }, token: secret('hunter2-secret') }, other: 1 };
const references = ['session.**'];

function createToolkit() {
  const toolkit = new Toolkit({ state });
  const inputSchema = { type: 'object', additionalProperties: true } as const;
  toolkit.register(ToolSpec.fromFunction((input: unknown) => input, { name: 'echo', inputSchema }));
  toolkit.register(ToolSpec.fromFunction((age) => age, { name: 'age', params: { age: { type: Number } } }));
  return toolkit;
}

describe('toolkit.execute with references', () => {
  it.each([
    ['Hello ${session.user.name}!', 'Hello Ann!'],
    ['${session.user.age}', 7],
    ['${session.user}', { name: 'Ann', age: 7, tags: ['a'] }],
    ['age ${session.user.age}, ${session.user.tags}', 'age 7, ["a"]'],
    ['${session.user.tags[0]}', 'a'],
    ['\\${session.user.name}', '${session.user.name}'],
    ['a ${ and', 'a ${ and'],
  ])('resolves %p to %p', async (text, value) => {
    const result = await createToolkit().execute('echo', { nested: [{ text }] }, { references });
    expect(result.data).toEqual({ nested: [{ text: value }] });
  });

  it('resolves before validation, without coercion', async () => {
    const options = { references, coerce: false };
    expect((await createToolkit().execute('age', { age: '${session.user.age}' }, options)).data).toBe(7);
    expect((await createToolkit().execute('age', '{"age":"${session.user.age}"}', options)).data).toBe(7);
  });

  it('does not resolve references in values of the state', async () => {
    const options = { references, state: { session: { name: '${other}' } } };
    expect((await createToolkit().execute('echo', { a: '${session.name}' }, options)).data).toEqual({ a: '${other}' });
  });

  it.each([
    ['${other}', "The arguments refer to the state key 'other', which is not listed."],
    ['${session.missing}', "No value at state key 'session.missing'"],
  ])('ends with unbound_state for %p', async (text, message) => {
    const { error } = await createToolkit().execute('echo', { text }, { references });
    expect(error).toMatchObject({ code: 'unbound_state', message: expect.stringContaining(message) });
  });

  it('rejects malformed paths', async () => {
    const execute = (paths: string[]) => createToolkit().execute('echo', {}, { references: paths });
    expect((await execute(['**'])).error?.code).toBe('definition');
    expect((await execute(['a..b'])).error?.code).toBe('definition');
  });

  it('passes a secret to the tool, and shows it in no event', async () => {
    const toolkit = createToolkit();
    const events: ToolEvent[] = [];
    toolkit.events$.subscribe((event) => events.push(event));
    toolkit.register(
      ToolSpec.fromFunction((input: string) => input.length, { name: 'use', params: { input: { type: String } } }),
    );
    expect((await toolkit.execute('use', { input: '${session.token}' }, { references })).data).toBe(14);
    expect((await toolkit.execute('age', { age: '${session.token}' }, { references })).error?.code).toBe(
      'invalid_parameters',
    );
    expect(events.length).toBe(4);
    expect(JSON.stringify(events)).not.toContain('hunter2');
  });

  it('is off by default, and is no option of callTool, callTools and iterate', async () => {
    const toolkit = createToolkit();
    const input = { a: '${session.user.name}' };
    expect((await toolkit.execute('echo', input)).data).toEqual(input);
    const options: object = { references };
    const call = { name: 'echo', input };
    const refusals: unknown[] = [];
    for await (const { error } of toolkit.iterate(call, options)) refusals.push(error?.message);
    await toolkit.callTool(call, options).forEach(({ error }) => void refusals.push(error?.message));
    const refusal = expect.stringContaining("echo: there is no option 'references'.");
    expect(refusals).toEqual([refusal, refusal]);
    expect(() => toolkit.callTools([call], options)).toThrow("callTools: there is no option 'references'.");
  });
});
