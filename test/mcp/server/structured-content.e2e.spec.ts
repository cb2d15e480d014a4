import { type JsonSchema, Toolkit, ToolSpec } from 'toolwright';
import { connectEra, eras, serveEra } from './both-clients.js';

/** Returns the result that a real client receives for data of a tool without an output schema. */
async function resultFor(era: (typeof eras)[number], data: unknown) {
  const toolkit = new Toolkit();
  toolkit.register(ToolSpec.create({ name: 'read', executor: { kind: 'test', execute: () => data } }));
  const client = await connectEra(era, await serveEra(era, toolkit));
  return client.callTool({ name: 'read' });
}

const values: readonly unknown[] = [[1, 'two', { three: 3 }], [], 42, true, null];

describe('the data of a tool without an output schema', () => {
  it.each(values)('is structured content for a client of 2026-07-28: %j', async (value) => {
    const result = await resultFor(eras[1], value);
    expect(result).toMatchObject({
      structuredContent: value,
      content: [{ type: 'text', text: JSON.stringify(value) }],
    });
  });

  it.each(values)('is only text for a client of 2025-11-25: %j', async (value) => {
    const result = await resultFor(eras[0], value);
    expect(result).not.toHaveProperty('structuredContent');
    expect(result).toMatchObject({ content: [{ type: 'text', text: JSON.stringify(value) }] });
  });

  it.each(eras)('is structured content if it is an object, for a client of $version', async (era) => {
    expect(await resultFor(era, { a: 1 })).toMatchObject({ structuredContent: { a: 1 } });
  });

  it.each(eras)('is only text if it is text, for a client of $version', async (era) => {
    expect(await resultFor(era, 'text')).not.toHaveProperty('structuredContent');
  });
});

describe('the data of a tool whose output schema has tuples', () => {
  const row = { type: 'number' } as const;
  const side = { enum: ['left', 'right'] } as const;
  const places: readonly (readonly [title: string, JsonSchema, data: unknown])[] = [
    ['two values', { type: 'array', prefixItems: [row, side], minItems: 2, items: false }, [3, 'left']],
    ['an optional value', { type: 'array', prefixItems: [row, side], minItems: 1, items: false }, [3]],
    ['a rest', { type: 'array', prefixItems: [row], minItems: 1, items: side }, [3, 'left', 'right']],
  ];
  const cases = eras.flatMap((era) =>
    places.map(([title, place, data]) => [era.version, title, { era, place, data }] as const),
  );

  // The validator of the SDK for 2025-11-25 does not know prefixItems, and applies items to all values.
  it.each(cases)('is accepted by the client of %s: %s', async (_version, _title, { era, place, data }) => {
    for (const [outputSchema, value] of [
      [place, data],
      [{ type: 'object', properties: { place }, required: ['place'] } as JsonSchema, { place: data }],
    ] as const) {
      const toolkit = new Toolkit();
      toolkit.register(
        ToolSpec.create({ name: 'find', outputSchema, executor: { kind: 'test', execute: () => value } }),
      );
      const client = await connectEra(era, await serveEra(era, toolkit));
      // The client validates with the schemas that it has listed.
      await client.listTools();
      const { structuredContent } = await client.callTool({ name: 'find' });
      expect(structuredContent).toEqual(Array.isArray(value) && era.sdk === 'v1' ? { result: value } : value);
    }
  });
});
