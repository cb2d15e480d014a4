import { respond, Tool, Toolkit, ToolRegistry, ToolSpec, text, toolSpecsOf } from 'toolwright';

describe('a preset', () => {
  it('is copied for each call', async () => {
    const filter = { tags: ['new'] };
    const spec = ToolSpec.fromFunction(
      (where: { tags: string[] }) => {
        where.tags.push('seen');
        return where.tags.length;
      },
      { name: 'find', params: { where: { schema: { type: 'object' } } } },
    );
    const toolkit = new Toolkit();
    toolkit.register(spec, { preset: { where: filter } });
    for (let call = 0; call < 3; call++) {
      expect((await toolkit.execute('find')).data).toBe(2);
      expect(await spec.preset({ where: filter }).call()).toBe(2);
    }
    expect(filter).toEqual({ tags: ['new'] });
  });

  it('shares the instances that it contains', async () => {
    const client = new URL('https://example.com');
    const spec = ToolSpec.fromFunction((one: URL) => one === client, {
      name: 'same',
      params: { one: { schema: { type: 'object' } } },
    });
    expect(await spec.preset({ one: client }).call()).toBe(true);
  });
});

describe('originalName', () => {
  it('is the name before a rename, a prefix or an override', () => {
    const spec = ToolSpec.fromFunction(() => 1, { name: 'find' });
    const toolkit = new Toolkit();
    toolkit.register(spec, { prefix: 'shop', overrides: { find: { name: 'search' } } });
    expect([spec, spec.rename('seek'), spec.with({ name: 'look' }), ...toolkit.list()].map(namesOf)).toEqual([
      ['find', 'find'],
      ['seek', 'find'],
      ['look', 'find'],
      ['shop__search', 'find'],
    ]);
    class Shop extends ToolRegistry {
      @Tool({ name: 'search' })
      find(): number {
        return 1;
      }
    }
    expect(namesOf(new Shop().toolSpec('find'))).toEqual(['search', 'search']);
  });
});

function namesOf({ name, originalName }: ToolSpec): readonly string[] {
  return [name, originalName];
}

describe('postprocess', () => {
  it('cannot change the name of the tool', async () => {
    const toolkit = new Toolkit();
    toolkit.register(
      ToolSpec.fromFunction(() => 'a', { name: 'find' }),
      {
        postprocess: (_, response) => ({ ...response, toolName: 'other', content: [text('b')] }),
      },
    );
    const result = await toolkit.execute('find');
    expect([result.toolName, result.toText()]).toEqual(['find', 'b']);
    const responses = toolkit.callTool({ name: 'find', input: {} });
    const names: string[] = [];
    await responses.forEach(({ toolName }) => void names.push(toolName));
    expect(names).toEqual(['find']);
  });

  it('preserves the name if it returns its own response', async () => {
    const toolkit = new Toolkit();
    toolkit.register(
      ToolSpec.fromFunction(() => 'a', { name: 'find' }),
      {
        postprocess: () => respond({ content: [text('b')] }),
      },
    );
    expect((await toolkit.execute('find')).toolName).toBe('find');
  });
});

describe('ToolSpec.create', () => {
  it.each([undefined, null, {}, { kind: 'test' }, { execute: () => 1 }, () => 1])(
    'needs an executor, not %p',
    (given) => {
      expect(() => ToolSpec.create({ name: 'find', executor: given as never })).toThrow(
        /^ToolSpec\.create: 'find' has no executor, received .+\. Pass \{ executor: \{ kind, execute\(args, ctx\) \} \}/,
      );
    },
  );
});

describe('messages', () => {
  it('call an unnamed class (anonymous class)', () => {
    expect(() => new Toolkit().register(new (class {})())).toThrow('(anonymous class) has no tools.');
    class Shop extends ToolRegistry {
      @Tool()
      find(): number {
        return 1;
      }
    }
    Object.defineProperty(Shop, 'name', { value: '' });
    expect(() => new Shop().toolSpec('seek' as string)).toThrow("(anonymous class) has no tool 'seek'.");
    expect(() => toolSpecsOf((() => class {})() as never)).toThrow('(anonymous class)');
    const inputSchema = (() => class {})() as never;
    const executor = { kind: 'test', execute: () => 1 };
    expect(() => ToolSpec.create({ name: 'find', inputSchema, executor })).toThrow(
      "class '(anonymous class)' has no class-validator rules",
    );
  });
});
