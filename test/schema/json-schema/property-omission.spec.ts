import { Bind, type JsonSchema, Tool, type ToolSpec, toolSpecsOf } from 'toolwright';
import { objectOf, toolOf } from '../validation/json-tool.js';

const text: JsonSchema = { type: 'string' };
const three = { userId: text, q: text, tag: text };

/** Creates a tool whose `userId` is bound. */
function boundTool(inputSchema: JsonSchema): ToolSpec {
  return toolOf(inputSchema).bind('userId', { default: 'u1' });
}

/** Returns the arguments that a tool with a bound `userId` accepts. */
async function taken<Args>(inputSchema: JsonSchema, candidates: readonly Args[]): Promise<readonly Args[]> {
  const tool = boundTool(inputSchema);
  const verdicts = await Promise.all(candidates.map((args) => tool.validate(args)));
  return candidates.filter((_, index) => verdicts[index]?.ok);
}

const none = {};
const one = { q: 'x' };
const two = { q: 'x', tag: 'y' };

describe('a hidden property and the number of properties', () => {
  it('reduces the minimum and maximum number that the model sends', async () => {
    const schema = objectOf(three, { minProperties: 2, maxProperties: 2 });
    expect(boundTool(schema).inputSchema).toMatchObject({ minProperties: 1, maxProperties: 1 });
    expect(await taken(schema, [none, one, two])).toEqual([one]);
    expect(await boundTool(schema).call(one)).toEqual({ q: 'x', userId: 'u1' });
  });

  it('requires nothing if the hidden property is sufficient', async () => {
    const schema = objectOf(three, { minProperties: 1 });
    expect(boundTool(schema).inputSchema).not.toHaveProperty('minProperties');
    expect(await taken(schema, [none, two])).toEqual([none, two]);
  });

  it('does not reduce the maximum below 0', async () => {
    const schema = objectOf(three, { maxProperties: 1 });
    const tool = toolOf(schema).bind('userId', { default: 'u1' }).bind('tag', { default: 't1' });
    expect(tool.inputSchema.maxProperties).toBe(0);
    expect(await tool.call({})).toEqual({ userId: 'u1', tag: 't1' });
  });

  it('is counted again when it is visible again', () => {
    const schema = objectOf(three, { minProperties: 2, maxProperties: 2 });
    expect(boundTool(schema).unbind('userId').inputSchema).toMatchObject({ minProperties: 2, maxProperties: 2 });
  });

  it('is counted once for each hidden property', () => {
    const schema = objectOf(three, { minProperties: 3, maxProperties: 5 });
    const tool = boundTool(schema).bind('tag', { default: 't1' });
    expect(tool.inputSchema).toMatchObject({ minProperties: 1, maxProperties: 3 });
  });

  it('is counted only in subschemas for the same object', async () => {
    const schema = objectOf(
      { ...three, deep: { type: 'object', minProperties: 1, maxProperties: 1 } },
      {
        allOf: [{ minProperties: 2 }, { $ref: '#/$defs/Few' }],
        dependentSchemas: { deep: { maxProperties: 2 } },
        $defs: { Few: { maxProperties: 3 } },
      },
    );
    expect(boundTool(schema).inputSchema).toMatchObject({
      properties: { deep: { minProperties: 1, maxProperties: 1 } },
      allOf: [{ minProperties: 1 }, { maxProperties: 2 }],
      dependentSchemas: { deep: { maxProperties: 1 } },
    });
    const deep = { deep: { a: 1 } };
    const crowded = { q: 'x', ...deep };
    expect(await taken(schema, [none, one, two, deep, crowded])).toEqual([one, two, deep]);
  });

  it('empties an alternative that requires only the hidden property', async () => {
    const schema = objectOf(three, { anyOf: [{ minProperties: 1 }, { required: ['tag'] }] });
    expect(boundTool(schema).inputSchema).not.toHaveProperty('anyOf');
    expect(await taken(schema, [none, one])).toEqual([none, one]);
  });

  it('excludes an alternative without room for the hidden property', async () => {
    const schema = objectOf(three, { oneOf: [{ maxProperties: 0 }, { minProperties: 1 }] });
    expect(await taken(schema, [none, one])).toEqual([none, one]);
    const either = objectOf(three, { anyOf: [{ maxProperties: 0 }, { required: ['q'] }] });
    expect(boundTool(either).inputSchema.anyOf).toEqual([{ required: ['q'] }]);
    expect(await taken(either, [none, one])).toEqual([one]);
  });

  it('is counted in conditions', async () => {
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema keywords.
    const condition = { if: { minProperties: 2 }, then: { required: ['q'] }, else: { maxProperties: 1 } };
    const schema = objectOf(three, condition);
    expect(await taken(schema, [none, one, { tag: 'y' }, two])).toEqual([none, one, two]);
    const notEmpty = objectOf(three, { not: { maxProperties: 0 } });
    expect(await taken(notEmpty, [none, one])).toEqual([none, one]);
    const notOne = objectOf(three, { not: { allOf: [{ minProperties: 1 }, { maxProperties: 1 }] } });
    expect(await taken(notOne, [none, one])).toEqual([one]);
  });

  it('is not counted if its parameter is separate from the object', () => {
    class Notes {
      @Tool({ inputSchema: objectOf({ q: text, tag: text }, { minProperties: 1, maxProperties: 1 }) })
      add(note: object, @Bind() userId: string): object {
        return { note, userId };
      }
    }
    const { add } = toolSpecsOf(new Notes());
    expect(add?.inputSchema).toMatchObject({ minProperties: 1, maxProperties: 1 });
  });

  it('does not change conditions on the value of the hidden property', async () => {
    const schema = objectOf(three, { not: { properties: { userId: { const: 'root' } }, required: ['userId'] } });
    expect(await taken(schema, [none, one])).toEqual([none, one]);
  });
});
