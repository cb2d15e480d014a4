import { inspect, isDeepStrictEqual } from 'node:util';
import { type CallOptions, type JsonSchema, ToolError, ToolSpec, type Validation } from 'toolwright';
import { fc } from '../support/fast-check.js';
import { type ArgumentCase, argumentCases, containersIn, returnMakers } from './call-values.js';
import { toolOf } from './tools.js';

// A time limit that is never reached: a call that something may end has an attempt, and another has none.
const limited: CallOptions = { timeoutMs: 60_000 };
const preset = 'bound';

describe('a call', () => {
  it('passes on the arguments that validate() returns, or rejects them with the same issues', async () => {
    await fc.assert(
      fc.asyncProperty(argumentCases, async (example) => {
        const { spec, received } = recorder(example);
        const { args, bound } = example;
        const verdict = await verdictOf(spec, args);
        const { success, error } = await spec.exec(args);
        expect({ success, code: error?.code }).toEqual(
          verdict === 'unreadable'
            ? { success: false, code: 'execution' }
            : { success: verdict.ok, code: verdict.ok ? undefined : 'invalid_parameters' },
        );
        if (verdict === 'unreadable') return;
        if (!verdict.ok) {
          expect(error?.details).toEqual({ issues: verdict.issues });
          return;
        }
        const expected = verdict.value as Record<string, unknown>;
        if (bound !== undefined) expected[bound] = preset;
        expectSame(received(), expected);
      }),
    );
  });

  it('shares no object and no array with its caller, and changes none', async () => {
    await fc.assert(
      fc.asyncProperty(argumentCases, async (example) => {
        const { spec, received } = recorder(example);
        const given = containersIn(example.args);
        for (const one of given) Object.freeze(one);
        await spec.exec(example.args);
        expect([...containersIn(received())].filter((one) => given.has(one))).toEqual([]);
      }),
    );
  });

  it.each([
    ['result', resultOf],
    ['data', dataOf],
  ])('has the same %s with and without a context and a time limit', async (_, ending) => {
    await fc.assert(
      fc.asyncProperty(returnMakers, fc.boolean(), async (make, isAwaited) => {
        const body = (): unknown => (isAwaited ? Promise.resolve(make()) : make());
        const expected = await ending(
          toolOf((_) => body()),
          limited,
        );
        const spec = toolOf(() => body());
        expectSame(await ending(spec), expected);
        expectSame(await ending(spec, limited), expected);
      }),
    );
  });

  it.each([
    ['result', resultOf],
    ['data', dataOf],
  ])(
    'validates the output of its tool, and has the same %s, with and without a context and a time limit',
    async (_, ending) => {
      const schemas = fc.constantFrom<JsonSchema>(
        {},
        { type: 'object' },
        { type: 'string' },
        { type: ['number', 'array'] },
      );
      await fc.assert(
        fc.asyncProperty(returnMakers, schemas, fc.option(fc.nat(20), { nil: undefined }), async (...example) => {
          const [make, outputSchema, maxOutputChars] = example;
          const limits = maxOutputChars === undefined ? {} : { maxOutputChars: maxOutputChars + 1 };
          const options = { outputSchema, ...limits };
          const expected = await ending(
            toolOf((_) => make(), options),
            limited,
          );
          const spec = toolOf(() => make(), options);
          spec.warmUp();
          expectSame(await ending(spec), expected);
          expectSame(await ending(spec, limited), expected);
        }),
      );
    },
  );

  it('converts plain data next to data that is not plain', async () => {
    await fc.assert(
      fc.asyncProperty(returnMakers, async (make) => {
        const held = make();
        const plain = await toolOf(() => ({ held })).exec();
        const beside = await toolOf(() => ({ held, big: 1n })).exec();
        expect(plain.error?.toJSON()).toEqual(beside.error?.toJSON());
        if (!plain.success) return;
        expectSame({ ...(plain.structuredContent as object), big: '1' }, beside.structuredContent);
        expect([...containersIn(plain.structuredContent)].filter((one) => containersIn(held).has(one))).toEqual([]);
      }),
    );
  });
});

/** Jest's own comparison is led astray by a property that is called 'constructor'. */
function expectSame(value: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(value, expected)) expect(inspect(value, { depth: 9 })).toBe(inspect(expected, { depth: 9 }));
  expect(isDeepStrictEqual(value, expected)).toBe(true);
}

/** Creates a tool with a schema that records the arguments of its last call. */
function recorder({ schema, bound }: ArgumentCase): { readonly spec: ToolSpec; readonly received: () => unknown } {
  let received: unknown;
  const execute = (args: unknown): void => {
    received = args;
  };
  const spec = ToolSpec.create({ name: 'probe', inputSchema: schema, executor: { kind: 'test', execute } });
  return { spec: bound === undefined ? spec : spec.preset({ [bound]: preset }), received: () => received };
}

/** The verdict of `validate()`; 'unreadable' where reading the arguments throws. */
function verdictOf(spec: ToolSpec, args: unknown): Promise<Validation | 'unreadable'> {
  return spec.validate(args).catch(() => 'unreadable');
}

/** Returns a result without the duration of the call. */
async function resultOf(spec: ToolSpec, options?: CallOptions): Promise<unknown> {
  const result = await spec.exec({}, { ...options, callId: 'c1' });
  const { durationMs: _, error, ...rest } = result;
  return { ...rest, content: result.content, text: result.toText(), error: error?.toJSON() };
}

/** Returns the data of a call, or its error. */
async function dataOf(spec: ToolSpec, options?: CallOptions): Promise<unknown> {
  try {
    return { data: await spec.call({}, options) };
  } catch (thrown) {
    if (ToolError.is(thrown)) return thrown.toJSON();
    throw thrown;
  }
}
