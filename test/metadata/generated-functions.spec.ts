import { DefinitionError, Toolkit, ToolSpec } from 'toolwright';
import { defineFunctionSchema, defineFunctionSchemas, type GeneratedFunction } from 'toolwright/generated';

const record = (): GeneratedFunction => ({
  name: 'find',
  description: 'Find orders.',
  params: [
    { name: 'query', schema: { type: 'string', description: 'Words.' } },
    { name: 'filter', optional: true, schema: { $ref: '#/$defs/Filter' } },
    { name: 'limit', optional: true, default: 20, schema: { type: 'number' } },
  ],
  returns: { type: 'string' },
  examples: [{ input: { query: 'tea' } }],
  $defs: { Filter: { type: 'object', properties: { paid: { type: 'boolean' } } } },
});

/** A function as a minifier leaves it. */
const minified = (): ((...args: never[]) => unknown) =>
  ((e: string, t: { paid?: boolean } = {}, n = 20) => [e, t.paid, n].join(' ')) as (...args: never[]) => unknown;

describe('defineFunctionSchema', () => {
  it('gives a function the name, the parameters and the description of its types', async () => {
    const spec = ToolSpec.fromFunction(defineFunctionSchema(minified(), record));
    expect(spec.name).toBe('find');
    expect(spec.description).toBe('Find orders.');
    expect(spec.examples).toEqual([{ input: { query: 'tea' } }]);
    expect(spec.inputSchema).toMatchObject({
      properties: { query: { type: 'string', description: 'Words.' }, limit: { type: 'number', default: 20 } },
      required: ['query'],
    });
    expect(spec.outputSchema).toEqual({ type: 'string' });
    expect(await spec.call({ query: 'tea', filter: { paid: true } })).toBe('tea true 20');
  });

  describe('with the binding of a type', () => {
    const find = (query: string, tenant?: string): string => `${query} at ${tenant}`;
    const params = [
      { name: 'query', schema: { type: 'string' } },
      { name: 'tenant', optional: true, schema: { type: 'string' } },
    ];
    const bound = (): GeneratedFunction => ({ params, bindings: { 1: { stateKey: 'session.tenant' } } });
    const create = (options?: object) => ToolSpec.fromFunction(defineFunctionSchema(find, bound), options);

    it('hides the parameter, and fills it from the state', async () => {
      const spec = create();
      expect(Object.keys(spec.inputSchema.properties ?? {})).toEqual(['query']);
      expect(await spec.call({ query: 'tea' }, { state: { session: { tenant: 'acme' } } })).toBe('tea at acme');
      expect((await spec.exec({ query: 'tea', tenant: 'other' })).error?.code).toBe('invalid_parameters');
      expect(await spec.call({ query: 'tea' })).toBe('tea at undefined');
    });

    it('receives the options of a binding without another key', async () => {
      expect(await create({ bind: { tenant: { default: 'acme' } } }).call({ query: 'tea' })).toBe('tea at acme');
      const bind = { tenant: { stateKey: 'session.tenant', default: 'own' } };
      expect(await create({ bind }).call({ query: 'tea' })).toBe('tea at own');
    });

    it('refuses a binding to another key', () => {
      expect(() => create({ bind: { tenant: 'session.user' } })).toThrow(
        "find: parameter 'tenant' is bound to 'session.tenant' by its type, but to 'session.user' by @Bind() or 'bind'. Remove one of them.",
      );
    });

    it('hides a parameter that the inputSchema does not describe', async () => {
      const inputSchema = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] } as const;
      const described = (input: { query: string }, tenant: string): string => `${input.query} at ${tenant}`;
      const record = (): GeneratedFunction => ({ bindings: { 1: { stateKey: 'session.tenant' } } });
      const spec = ToolSpec.fromFunction(defineFunctionSchema(described, record), { name: 'find', inputSchema });
      expect(spec.inputSchema).toMatchObject(inputSchema);
      expect(await spec.call({ query: 'tea' }, { state: { session: { tenant: 'acme' } } })).toBe('tea at acme');
      expect((await spec.exec({ query: 'tea' })).error?.code).toBe('unbound_state');
    });
  });

  it('returns the function, and leaves other values alone', () => {
    const find = minified();
    const spec = ToolSpec.fromFunction(() => 1, { name: 'one' });
    expect(defineFunctionSchema(find, record)).toBe(find);
    expect(defineFunctionSchema(spec, record)).toBe(spec);
    expect(defineFunctionSchema(undefined, record)).toBeUndefined();
  });

  it('yields to the options of the tool', async () => {
    const spec = ToolSpec.fromFunction(defineFunctionSchema(minified(), record), {
      name: 'look',
      description: 'Looks.',
      params: { query: { schema: { type: 'string', enum: ['tea'] } } },
      bind: { limit: { stateKey: 'limit', default: 5 } },
    });
    expect([spec.name, spec.description]).toEqual(['look', 'Looks.']);
    expect(spec.inputSchema.properties?.query).toEqual({ type: 'string', enum: ['tea'] });
    expect(Object.keys(spec.inputSchema.properties ?? {})).toEqual(['query', 'filter']);
    expect(await spec.call({ query: 'tea' })).toBe('tea  5');
  });

  it('describes a bound function, and a wrapper that passes all arguments on', async () => {
    const find = minified();
    const bound = ToolSpec.fromFunction(defineFunctionSchema(find.bind(null), record));
    const wrapper = ToolSpec.fromFunction(defineFunctionSchema((...args: never[]) => find(...args), record));
    for (const spec of [bound, wrapper]) {
      expect(spec.name).toBe('find');
      expect(await spec.call({ query: 'tea', limit: 3 })).toBe('tea  3');
    }
  });

  it('names the parameters that options may describe', () => {
    const find = defineFunctionSchema(minified(), record);
    expect(() => ToolSpec.fromFunction(find, { bind: { qury: 'x' } as never })).toThrow(
      new DefinitionError("find: 'bind' names 'qury', which is not a parameter. It has query, filter, limit."),
    );
    expect(() => ToolSpec.fromFunction(find, { params: ['a', 'b', 'c', 'd'] })).toThrow(
      new DefinitionError("find: 'params' names 4 parameters, but the function has 3."),
    );
  });

  it('reports a class that is not initialized yet', () => {
    const find = defineFunctionSchema(minified(), () => {
      throw new ReferenceError("Cannot access 'Order' before initialization");
    });
    expect(() => ToolSpec.fromFunction(find, { name: 'find' })).toThrow(
      /its parameters are read before a class that their parameters use is initialized .*'Order'/,
    );
  });
});

describe('defineFunctionSchemas', () => {
  it('describes the functions of an object', () => {
    const toolkit = new Toolkit();
    const orders = { find: minified(), other: 5 };
    expect(defineFunctionSchemas(orders, { find: record, other: record, missing: record })).toBe(orders);
    toolkit.register({ find: orders.find });
    expect(toolkit.get('find')?.description).toBe('Find orders.');
    expect(defineFunctionSchemas(undefined, { find: record })).toBeUndefined();
  });
});
