import { Param, Tool, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';

const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'] as const;

describe('names that objects inherit', () => {
  it.each(names)('stay the name of a tool: %s', async (name) => {
    const spec = ToolSpec.fromFunction(() => 'ran', { name });
    const toolkit = new Toolkit();
    toolkit.register(spec);
    expect(toolkit.list().map((tool) => tool.name)).toEqual([name]);
    expect((await toolkit.execute(name, {})).data).toBe('ran');
    const prefixed = new Toolkit();
    prefixed.register(spec, { prefix: 'my', overrides: {} });
    expect(prefixed.list().map((tool) => tool.name)).toEqual([`my__${name}`]);
  });

  it.each(names)('are undefined as an optional parameter that is absent: %s', async (name) => {
    const spec = ToolSpec.fromFunction((...values: unknown[]) => values, {
      name: 'probe',
      params: { values: { type: [String], optional: true } },
    });
    expect(await spec.call({})).toEqual([]);
    class Probe extends ToolRegistry {
      @Tool()
      run(@Param({ name, type: String, optional: true }) value: unknown, @Param({}) other: string = 'b') {
        return { isUndefined: value === undefined, other };
      }
    }
    expect(await new Probe().toolSpec('run').call({})).toEqual({ isUndefined: true, other: 'b' });
    const toolkit = new Toolkit();
    toolkit.register(new Probe());
    expect(await toolkit.execute('run', {})).toMatchObject({
      data: { isUndefined: true, other: 'b' },
    });
  });

  it.each(names)('are filled with the default of a schema: %s', async (name) => {
    const spec = ToolSpec.create({
      name: 'probe',
      inputSchema: {
        type: 'object',
        properties: {
          [name]: { type: 'integer', default: 7 },
          nested: { type: 'object', properties: { [name]: { type: 'integer', default: 8 } } },
        },
      },
      executor: { kind: 'test', execute: (args) => Object.entries(args) },
    });
    expect(await spec.call({ nested: {} })).toEqual(
      expect.arrayContaining([
        [name, 7],
        ['nested', { [name]: 8 }],
      ]),
    );
  });

  it.each(names)('are missing where they are required: %s', async (name) => {
    const spec = ToolSpec.create({
      name: 'probe',
      inputSchema: { type: 'object', properties: { [name]: { type: 'integer' } }, required: [name] },
      executor: { kind: 'test', execute: () => 'ran' },
    });
    expect((await spec.exec({})).error?.message).toContain(`missing argument '${name}'`);
  });

  it.each(names.slice(1))('are no value of a binding that the state does not have: %s', async (name) => {
    const spec = ToolSpec.fromFunction((value: string) => value, {
      name: 'probe',
      params: { value: { type: String } },
      bind: { value: name },
    });
    expect((await spec.exec({})).error?.code).toBe('unbound_state');
  });
});
