import { DefinitionError, Toolkit, ToolSpec, tool } from 'toolwright';
import { defineFunctionSchema, defineImportedFunction, type GeneratedFunction } from 'toolwright/generated';

const text = { type: 'string' };
const number = { type: 'number' };

/** Creates a function that no tool has been made of. */
const createFind = () =>
  function find(query: string, limit = 10, tenant?: string): string {
    return [query, limit, tenant].join(' ');
  };

const described: GeneratedFunction = {
  name: 'find',
  description: 'Finds orders.',
  params: [
    { name: 'query', schema: { ...text, description: 'What to find.' } },
    { name: 'limit', optional: true, default: 10, schema: number },
    { name: 'tenant', optional: true, schema: text },
  ],
  returns: text,
  examples: [{ input: { query: 'tea', limit: 1 } }],
};

describe('a function that is described after its tool was created', () => {
  it('has the types and the comments of the description', async () => {
    const find = createFind();
    const spec = tool(find);
    defineImportedFunction(
      () => find,
      () => described,
    );
    expect(spec.description).toBe('Finds orders.');
    expect(spec.inputSchema.required).toEqual(['query']);
    expect(spec.params.query).toEqual({ ...text, description: 'What to find.' });
    expect(spec.outputSchema).toEqual(text);
    expect(spec.examples).toEqual([{ input: { query: 'tea', limit: 1 } }]);
    expect(await spec.call({ query: 'tea' })).toBe('tea 10 ');
  });

  it('has what its options say in place of the description', () => {
    const find = createFind();
    const params = { query: { type: String, minLength: 2 }, limit: { type: Number }, tenant: { type: String } };
    const spec = tool(find, { params, description: 'Own text.', outputSchema: { type: 'string', maxLength: 9 } });
    defineImportedFunction(
      () => find,
      () => described,
    );
    expect(spec.description).toBe('Own text.');
    expect(spec.params.query).toEqual({ ...text, minLength: 2 });
    expect(spec.outputSchema).toEqual({ type: 'string', maxLength: 9 });
    expect(spec.with({ description: undefined }).description).toBeUndefined();
  });

  it('has them without parameters too', () => {
    const now = (): string => 'now';
    const spec = tool(now);
    defineImportedFunction(
      () => now,
      () => ({ description: 'The time.', params: [], returns: text }),
    );
    expect([spec.description, spec.outputSchema]).toEqual(['The time.', text]);
  });

  it('passes them on to the tools that were derived from it', async () => {
    const find = createFind();
    const kit = new Toolkit();
    const spec = tool(find);
    const bound = spec.bind('tenant', { stateKey: 'tenant' }).rename('bound').clone();
    const preset = spec.preset({ limit: 3 }).with({ name: 'preset', title: 'Three', description: 'Three orders.' });
    const narrowed = spec.with({
      name: 'narrowed',
      inputSchema: { type: 'object', properties: { query: { maxLength: 5 } } },
    });
    kit.register([spec, bound, preset, narrowed], { prefix: 'all' });
    kit.register(find, {
      overrides: { find: { name: 'search', args: { query: 'words' } } },
      descriptions: 'first-sentence',
    });
    defineImportedFunction(
      () => find,
      () => described,
    );
    const listed = kit.list().map(({ name, description, params }) => [name, description, Object.keys(params)]);
    expect(listed).toEqual([
      ['all__find', 'Finds orders.', ['query', 'limit', 'tenant']],
      ['all__bound', 'Finds orders.', ['query', 'limit']],
      ['all__preset', 'Three orders.', ['query', 'tenant']],
      ['all__narrowed', 'Finds orders.', ['query']],
      ['search', 'Finds orders.', ['words', 'limit', 'tenant']],
    ]);
    expect(kit.get('search')?.examples).toEqual([{ input: { words: 'tea', limit: 1 } }]);
    expect(await bound.call({ query: 'tea' }, { state: { tenant: 'acme' } })).toBe('tea 10 acme');
    expect((await kit.execute('search', { words: 'tea' })).data).toBe('tea 10 ');
    expect((await kit.execute('all__preset', { query: 'tea' })).data).toBe('tea 3 ');
  });

  it('is read when it is initialized', () => {
    let find: ReturnType<typeof createFind> | undefined;
    const read = (): unknown => {
      if (find === undefined) throw new ReferenceError("Cannot access 'find' before initialization");
      return find;
    };
    defineImportedFunction(read, () => described);
    defineImportedFunction(
      () => undefined,
      () => described,
    );
    find = createFind();
    expect(tool(find).description).toBe('Finds orders.');
  });

  it('has the last of several descriptions', () => {
    const find = createFind();
    defineFunctionSchema(find, () => described);
    defineImportedFunction(
      () => find,
      () => ({ ...described, description: 'Second.' }),
    );
    expect(tool(find).description).toBe('Second.');
  });

  it('is refused by its name when it is first needed, if it is never described', async () => {
    const message = "find: parameter 'query' has no runtime type, because the types of the function were not read.";
    const kit = new Toolkit();
    kit.register(createFind());
    const spec = kit.get('find') as ToolSpec;
    expect(() => spec.inputSchema).toThrow(DefinitionError);
    expect(() => kit.toOpenAI()).toThrow(message);
    expect(() => kit.warmUp()).toThrow(message);
    expect(() => spec.bind('nope').bindings).toThrow(message);
    const { error } = await kit.execute('find', { query: 'tea' });
    expect([error?.code, error?.message]).toEqual(['definition', expect.stringContaining(message)]);
    expect(() => kit.register(createFind(), { prefix: 'x', preset: { limit: 1 } })).toThrow(message);
  });

  it('is refused when its tool was used without the description', () => {
    const find = createFind();
    const types = { query: { type: String }, limit: { type: Number }, tenant: { type: String } };
    expect(tool(find, { params: types }).description).toBeUndefined();
    const define = (): void =>
      defineImportedFunction(
        () => find,
        () => described,
      );
    expect(define).toThrow(
      'find: its tool was used before the generated module was loaded. Import the generated module',
    );
  });

  it('is refused if a bundler gave it another name', () => {
    const { find2 } = { find2: (query: string, limit: number, tenant: string) => [query, limit, tenant].join() };
    const spec = tool(find2);
    const named = tool(find2, { name: 'find' });
    defineImportedFunction(
      () => find2,
      () => described,
    );
    expect(() => spec.inputSchema).toThrow("find2: a bundler or a minifier renamed the function 'find' before");
    expect(named.description).toBe('Finds orders.');
  });

  it('is refused if it has other parameters than the description', () => {
    const find = (query: string): string => query;
    const spec = tool(find);
    defineImportedFunction(
      () => find,
      () => described,
    );
    expect(() => spec.inputSchema).toThrow(
      "find: its generated schema has 3 parameters, but the method has 1. Run 'toolwright generate'.",
    );
  });

  it('is refused at once for what no description corrects', () => {
    const find = createFind();
    const typed = tool(find, {
      params: { query: { type: String }, limit: { type: Number }, tenant: { type: String } },
    });
    const mistakes: readonly (readonly [() => unknown, string])[] = [
      [() => tool(find, { name: 'no name' }), 'no name'],
      [
        () => tool(find, { params: { words: { type: String } } }),
        "find: 'params' names 'words', which is not a parameter.",
      ],
      [() => tool(find, { outputSchema: { type: 'text' as 'string' } }), 'find: outputSchema'],
      [() => tool(find).with({ verify: () => ({ outcome: 'unknown' }) as never }), "verify requires effect: 'write'"],
      [() => typed.bind('words'), "find: there is no parameter 'words' to bind. It has query, limit, tenant."],
      [() => typed.preset({ words: 1 }), "find: there is no parameter 'words' to bind."],
      [() => typed.unbind('words'), "find: there is no parameter 'words' to bind."],
      [() => tool(find).bind('query', { stateKey: 5 } as never), "find: bind('query')"],
    ];
    for (const [make, message] of mistakes) expect(make).toThrow(message);
  });
});
