import { DefinitionError, type JsonSchema, Toolkit, ToolSpec } from 'toolwright';

const broken: JsonSchema = { type: 'object', properties: { a: { type: 'string', pattern: '(?=a)' } } };

/** Creates a tool with the linear-time engine, which has no lookaheads. */
function toolWith(schemas: { readonly inputSchema?: JsonSchema; readonly outputSchema?: JsonSchema }): ToolSpec {
  return ToolSpec.create({
    name: 'probe',
    patterns: 'linear',
    ...schemas,
    executor: { kind: 'test', execute: () => ({ a: 'done' }) },
  });
}

describe('warmUp', () => {
  it.each(['inputSchema', 'outputSchema'] as const)('says that the %s does not compile, each time', (schema) => {
    const spec = toolWith({ [schema]: broken });
    for (let time = 0; time < 2; time++) {
      expect(() => spec.warmUp()).toThrow(DefinitionError);
      expect(() => spec.warmUp()).toThrow(/^probe.*: the pattern "\(\?=a\)" cannot be matched in linear time/);
    }
  });

  it('does not affect calls, before or after', async () => {
    const schema: JsonSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    const spec = toolWith({ inputSchema: schema, outputSchema: schema });
    const cold = await spec.exec({ a: 'x' });
    expect(spec.warmUp()).toBeUndefined();
    spec.warmUp();
    const warm = await spec.exec({ a: 'x' });
    expect(warm.structuredContent).toEqual({ a: 'done' });
    expect(warm.structuredContent).toEqual(cold.structuredContent);
    expect((await spec.exec({ a: 1 })).error?.code).toBe('invalid_parameters');
  });

  it('of a toolkit compiles its active tools', () => {
    const toolkit = new Toolkit();
    toolkit.createGroup('later');
    toolkit.register(toolWith({ inputSchema: broken }), { group: 'later' });
    expect(toolkit.warmUp()).toBeUndefined();
    expect(() => toolkit.warmUp({ groups: ['later'] })).toThrow(DefinitionError);
    const session = toolkit.session();
    session.updateGroups(['later'], true);
    expect(() => session.warmUp()).toThrow(DefinitionError);
    expect(toolkit.warmUp()).toBeUndefined();
  });

  it('of a toolkit compiles the tools as they are called, including extended ones', () => {
    const toolkit = new Toolkit();
    toolkit.register(toolWith({ outputSchema: broken }));
    toolkit.setExtendedModel('probe', { type: 'object', properties: { why: { type: 'string' } } });
    expect(() => toolkit.warmUp()).toThrow(DefinitionError);
  });
});
