import { lastValueFrom } from 'rxjs';
import { type ToolCall, Toolkit, type ToolResponse, tool } from 'toolwright';
import { z } from 'zod';

function createToolkit(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(tool(({ city }) => city, { name: 'weather', inputSchema: z.object({ city: z.string() }) }));
  return toolkit;
}

/** Returns a value that no compiler would accept as a call, as plain JavaScript may pass it. */
function loosely(call: unknown): ToolCall {
  return call as ToolCall;
}

async function lastOf(responses: AsyncIterable<ToolResponse>): Promise<ToolResponse | undefined> {
  let last: ToolResponse | undefined;
  for await (const response of responses) last = response;
  return last;
}

const misused: readonly (readonly [string, unknown, string])[] = [
  ['a name', 'weather', `must be an object with a name and an input, not "weather"`],
  ['nothing', undefined, 'must be an object with a name and an input, not undefined'],
  ['null', null, 'must be an object with a name and an input, not null'],
  [
    'arguments under another name',
    { name: 'weather', arguments: {} },
    "has its arguments in 'input', not in 'arguments'",
  ],
  ['arguments under a short name', { name: 'weather', args: {} }, "has its arguments in 'input', not in 'args'"],
];

describe('a call', () => {
  it.each(misused)('is refused with the way to make it: %s', async (_, given, message) => {
    const toolkit = createToolkit();
    const call = loosely(given);
    const name = typeof given === 'string' || JSON.stringify(given)?.includes('weather') ? 'weather' : 'tool';
    const messageOf = (method: string): string => `${method}: the call ${message}`;
    const write = (method: string): string => `Write ${method}({ name: '${name}', input: { … } }).`;
    for (const scope of [toolkit, toolkit.session()]) {
      const iterated = await lastOf(scope.iterate(call, { city: 'Oslo' } as object));
      expect(iterated?.error?.code).toBe('definition');
      expect(iterated?.error?.message).toContain(messageOf('iterate'));
      expect(iterated?.error?.message).toContain(write('iterate'));
      const called = await lastValueFrom(scope.callTool(call));
      expect(called.error?.message).toContain(messageOf('callTool'));
      expect(called.error?.message).toContain(write('callTool'));
      const several = await lastValueFrom(scope.callTools([call]));
      expect(several.error?.message).toContain(messageOf('callTools'));
      await expect(scope.needsApproval(call)).rejects.toThrow(messageOf('needsApproval'));
    }
  });

  it('lists the tools if it has no name', async () => {
    for (const call of [{ input: {} }, { name: undefined, input: {} }, { name: 5, input: {} }]) {
      const { error } = await lastValueFrom(createToolkit().callTool(loosely(call)));
      expect(error).toMatchObject({
        code: 'tool_not_found',
        message: 'The call has no name. The tools are weather.',
      });
    }
  });

  it('is refused by callTools if it is in no array', () => {
    for (const calls of ['weather', { name: 'weather', input: {} }, undefined]) {
      const name = calls === undefined ? 'tool' : 'weather';
      const message = `callTools: the calls must be an array. Write callTools([{ name: '${name}', input: { … } }]).`;
      expect(() => createToolkit().callTools(calls as never)).toThrow(message);
    }
  });

  it('is refused by execute, which takes a name', async () => {
    const toolkit = createToolkit();
    const call = { name: 'weather', input: { city: 'Oslo' } };
    const { error } = await toolkit.execute(call as unknown as string);
    expect(error?.code).toBe('definition');
    expect(error?.message).toBe(
      'execute: the tool must be a name or a registered spec, not {"name":"weather","input":{"city":"Oslo"}}. ' +
        "Write execute('weather', { … }).",
    );
    await expect(toolkit.execute(undefined as unknown as string, {}, { throwOnError: true })).rejects.toThrow(
      "execute: the tool must be a name or a registered spec, not undefined. Write execute('tool', { … }).",
    );
  });

  it('runs without arguments', async () => {
    const toolkit = new Toolkit();
    toolkit.register(tool(() => 'pong', { name: 'ping' }));
    expect((await lastOf(toolkit.iterate(loosely({ name: 'ping' }))))?.error).toBeUndefined();
  });
});
