import { DefinitionError, type ExecutorToolOptions, NetworkError, ToolSpec } from 'toolwright';

const echo = { kind: 'echo', execute: (args: Readonly<Record<string, unknown>>) => args };

function toolOf(options: Partial<ExecutorToolOptions>): ToolSpec {
  return ToolSpec.create({ name: 't', executor: echo, ...options });
}

describe('the definition of a tool', () => {
  const wrong: [string, object, string][] = [
    ['a title that is not a string', { title: 5 }, 't: title must be a string, not 5.'],
    [
      'a description that is not a string',
      { description: ['a'] },
      't: description must be a string or a function, not ["a"].',
    ],
    ['a group that is not a string', { group: null }, 't: group must be a string, not null.'],
    ['tags that are not an array', { tags: 'read' }, 't: tags must be an array of strings, not "read".'],
    [
      'an unknown way to accumulate',
      { accumulate: 'first' },
      "t: accumulate must be 'concat', 'last' or 'none', not \"first\".",
    ],
    ...[0, -1, 1.5, '1', Number.NaN, 'shared'].map((concurrency): [string, object, string] => [
      `a concurrency of ${JSON.stringify(concurrency)}`,
      { concurrency },
      `t: concurrency must be a whole number of at least 1, or 'exclusive', not ${typeof concurrency === 'string' ? JSON.stringify(concurrency) : concurrency}.`,
    ]),
    ['a canAccess that is not a function', { canAccess: true }, 't: canAccess must be a function, not true.'],
    [
      'a needsApproval that is neither a boolean nor a function',
      { needsApproval: 'yes' },
      't: needsApproval must be true, false or a function, not "yes".',
    ],
    ['a limit that is not a number', { timeoutMs: '5' }, 't: timeoutMs must be a number above 0, not "5".'],
  ];
  it.each(wrong)('refuses %s, as plain JavaScript may give it', (_what, options, message) => {
    expect(() => toolOf(options)).toThrow(new DefinitionError(message));
  });

  it('has no tags, examples, annotations or meta by default', () => {
    const spec = toolOf({});
    expect(spec.tags).toEqual([]);
    for (const part of [spec.title, spec.description, spec.group, spec.examples, spec.annotations, spec.meta]) {
      expect(part).toBeUndefined();
    }
  });

  it('contains the concurrency limit and whether calls need approval', () => {
    for (const concurrency of [1, 5, 'exclusive', undefined] as const) {
      expect(toolOf({ concurrency }).concurrency).toBe(concurrency);
    }
    const decide = (): boolean => true;
    for (const needsApproval of [true, false, decide, undefined]) {
      expect(toolOf({ needsApproval }).needsApproval).toBe(needsApproval);
    }
  });

  it('has its own frozen annotations and icons', () => {
    const [annotations, icons] = [{ readOnlyHint: true }, [{ src: 'https://example.com/a.png', sizes: ['48x48'] }]];
    const spec = toolOf({ annotations, icons });
    expect(spec.annotations).toEqual(annotations);
    expect(spec.annotations).not.toBe(annotations);
    expect(spec.icons).toEqual(icons);
    expect(spec.icons).not.toBe(icons);
    const parts = [spec.annotations, spec.icons, spec.icons?.[0], spec.icons?.[0]?.sizes];
    expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true, true]);
    expect(Object.isFrozen(icons[0])).toBe(false);
    expect(toolOf({}).icons).toBeUndefined();
  });

  it('is copied, so that later changes of the options have no effect', () => {
    const tags = ['read'];
    const meta = { owner: 'docs' };
    const spec = toolOf({ tags, meta });
    tags.push('write');
    meta.owner = 'nobody';
    expect(spec.tags).toEqual(['read']);
    expect(spec.meta).toEqual({ owner: 'docs' });
    expect([spec.tags, spec.meta].every((part) => Object.isFrozen(part))).toBe(true);
  });

  it('contains the options of retries', async () => {
    const flaky = (failures: number): ToolSpec => {
      let left = failures;
      const execute = (): string => {
        if (left-- > 0) throw new NetworkError('connection lost');
        return 'done';
      };
      return toolOf({ executor: { kind: 'flaky', execute }, retry: { maxRetries: 1, delayMs: 0 } });
    };
    expect(await flaky(1).exec()).toMatchObject({ success: true, attempts: 2 });
    expect(await flaky(2).exec()).toMatchObject({ success: false, attempts: 2 });
    expect(
      await flaky(1)
        .with({ retry: { maxRetries: 0 } })
        .exec(),
    ).toMatchObject({ success: false, attempts: 1 });
  });

  it.each([
    [undefined, 'ab'],
    ['concat', 'ab'],
    ['last', 'b'],
    ['none', undefined],
  ] as const)('says by %j what the chunks of a stream come to', async (accumulate, data) => {
    const executor = {
      kind: 'stream',
      *execute() {
        yield 'a';
        yield 'b';
      },
    };
    const spec = toolOf({ executor, accumulate });
    expect((await spec.exec()).data).toBe(data);
  });

  it('may allow only results and responses to be returned', async () => {
    expect((await toolOf({}).exec()).success).toBe(true);
    expect((await toolOf({ strictReturn: true }).exec()).error?.code).toBe('invalid_output');
  });

  it('binds by a state key or by all options of bind()', async () => {
    const inputSchema = { type: 'object', properties: { a: {}, b: {}, c: {} } } as const;
    const spec = toolOf({ inputSchema, bind: { a: 'x.y', b: { stateKey: 'z', default: 2 } }, state: { x: { y: 1 } } });
    expect(Object.keys(spec.params)).toEqual(['c']);
    expect(await spec.call({})).toEqual({ a: 1, b: 2 });
  });

  it('of a tool without parameters allows no binding', () => {
    expect(() => toolOf({}).bind('x')).toThrow("t: there is no property 'x' to bind. The schema has none.");
  });
});
