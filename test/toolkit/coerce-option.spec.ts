import {
  DefinitionError,
  type JsonSchema,
  Tool,
  Toolkit,
  type ToolkitOptions,
  ToolRegistry,
  ToolSpec,
} from 'toolwright';

const inputSchema: JsonSchema = {
  type: 'object',
  properties: { count: { type: 'integer' }, note: { type: 'string' } },
  required: ['count'],
};

function probe(options: { readonly coerce?: boolean; readonly needsApproval?: boolean } = {}): ToolSpec {
  return ToolSpec.create({
    name: 'probe',
    inputSchema,
    ...options,
    executor: { kind: 'test', execute: (args) => args },
  });
}

function toolkitOf(spec: ToolSpec, options: ToolkitOptions = {}): Toolkit {
  const toolkit = new Toolkit(options);
  toolkit.register(spec);
  return toolkit;
}

const wrong = { count: '5' };
const refused = 'invalid_parameters';

describe('coerce', () => {
  it.each([
    // call, tool, toolkit, and whether the call coerces
    [undefined, undefined, undefined, true],
    [undefined, undefined, false, false],
    [undefined, false, undefined, false],
    [undefined, true, false, true],
    [undefined, false, true, false],
    [false, true, true, false],
    [true, false, false, true],
    [true, undefined, false, true],
  ])('of the call %s, the tool %s and the toolkit %s: coerces is %s', async (call, tool, toolkit, coerces) => {
    const kit = toolkitOf(probe({ coerce: tool }), { coerce: toolkit });
    const expected = coerces ? undefined : refused;
    for (const scope of [kit, kit.session()]) {
      const { error, data } = await scope.execute('probe', wrong, { coerce: call });
      expect(error?.code).toBe(expected);
      if (coerces) expect(data).toEqual({ count: 5 });
    }
    const approving = toolkitOf(probe({ coerce: tool, needsApproval: true }), { coerce: toolkit });
    const asked: unknown[] = [];
    const approver = ({ args }: { readonly args: unknown }) => {
      asked.push(args);
      return 'approve' as const;
    };
    expect((await approving.execute('probe', wrong, { coerce: call, approver })).error?.code).toBe(expected);
    expect(asked).toEqual(coerces ? [{ count: 5 }] : []);
  });

  it('is an option of @Tool()', async () => {
    class Shop extends ToolRegistry {
      @Tool({ coerce: false })
      exact(count: number): number {
        return count;
      }
    }
    const exact = new Shop().toolSpec('exact');
    expect(exact.coerce).toBe(false);
    expect((await exact.exec({ count: '5' })).error?.code).toBe(refused);
    expect((await exact.with({ coerce: true }).exec({ count: '5' })).data).toBe(5);
  });

  it('of a toolkit applies to added fields and to the tools of the toolkit itself', async () => {
    const toolkit = toolkitOf(probe(), { coerce: false });
    toolkit.setExtendedModel('probe', {
      type: 'object',
      properties: { score: { type: 'number' } },
      required: ['score'],
    });
    expect((await toolkit.execute('probe', { count: 1, score: 2 })).error).toBeUndefined();
    expect((await toolkit.execute('probe', { count: 1, score: '2' })).error?.code).toBe(refused);
    expect((await toolkit.execute('probe', { count: '1', score: 2 })).error?.code).toBe(refused);
    expect((await toolkit.execute('probe', { count: '1', score: '2' }, { coerce: true })).data).toEqual({ count: 1 });
    toolkit.enableBackground();
    const wait = { taskId: 'none', timeoutMs: '5' };
    expect((await toolkit.execute('wait_task', wait)).error?.code).toBe(refused);
    expect((await toolkit.execute('wait_task', wait, { coerce: true })).error?.code).not.toBe(refused);
  });

  it('leaves the repair of malformed JSON as it is', async () => {
    const toolkit = toolkitOf(probe(), { coerce: false });
    expect((await toolkit.execute('probe', "{count: 5, note: 'n'}")).data).toEqual({ count: 5, note: 'n' });
    expect((await toolkit.execute('probe', "{count: '5'}")).error?.code).toBe(refused);
  });

  it('lets a spec be executed that the toolkit has adapted', async () => {
    const spec = probe();
    const toolkit = toolkitOf(spec, { coerce: false });
    expect((await toolkit.execute(spec, { count: 5 })).data).toEqual({ count: 5 });
    expect(spec.coerce).toBeUndefined();
  });

  it('must be a boolean', async () => {
    const coerce = 'no' as unknown as boolean;
    expect(() => probe({ coerce })).toThrow('probe: coerce must be true or false, not "no".');
    expect(() => new Toolkit({ coerce })).toThrow('new Toolkit(): coerce must be true or false, not "no".');
    expect(() => new Toolkit({ coerce })).toThrow(DefinitionError);
    expect((await probe().exec({ count: 5 }, { coerce })).error).toMatchObject({
      code: 'definition',
      message: 'probe: coerce must be true or false, not "no".',
    });
  });
});

describe('toOpenAI({ strict: true })', () => {
  function warningsOf(toolkit: Toolkit): readonly string[] {
    const warnings: string[] = [];
    toolkit.toOpenAI({ strict: true, onWarning: (message) => warnings.push(message) });
    toolkit.toOpenAI({ strict: true, api: 'chat', onWarning: (message) => warnings.push(message) });
    return warnings;
  }

  it('warns that a tool without coercion rejects the null of optional properties', () => {
    const message =
      "Tool 'probe' is not fully supported by OpenAI's strict mode: /properties/note: the model sends null for the " +
      'optional property, which { coerce: false } rejects.';
    expect(warningsOf(toolkitOf(probe({ coerce: false })))).toEqual([message, message]);
    expect(warningsOf(toolkitOf(probe(), { coerce: false }))).toEqual([message, message]);
    const extended = toolkitOf(probe(), { coerce: false });
    extended.setExtendedModel('probe', {
      type: 'object',
      properties: { score: { type: 'number' } },
      required: ['score'],
    });
    expect(warningsOf(extended)).toEqual([message, message]);
  });

  it('does not warn of a tool that coerces or that has no optional property', () => {
    expect(warningsOf(toolkitOf(probe()))).toEqual([]);
    expect(warningsOf(toolkitOf(probe({ coerce: true }), { coerce: false }))).toEqual([]);
    const required: JsonSchema = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] };
    expect(warningsOf(toolkitOf(probe({ coerce: false }).with({ inputSchema: required })))).toEqual([]);
  });
});
