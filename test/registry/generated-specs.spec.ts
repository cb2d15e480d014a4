import { Tool, type ToolOptions, ToolRegistry, type ToolSpec } from 'toolwright';
import { defineToolSchemas, type GeneratedTool } from 'toolwright/generated';

const $defs = {
  Hit: { type: 'object', properties: { path: { type: 'string' }, next: { $ref: '#/$defs/Hit' } }, required: ['path'] },
  Unused: { type: 'string' },
};
const record: GeneratedTool = {
  description: 'Search the knowledge base.',
  params: [{ name: 'query', schema: { type: 'string' } }],
  returns: { type: 'array', items: { $ref: '#/$defs/Hit' } },
  examples: [{ description: 'One.', input: { query: 'x' } }],
  $defs,
};

function searchOf(options: ToolOptions, generated: GeneratedTool = record): ToolSpec {
  class KnowledgeBase extends ToolRegistry {
    @Tool(options)
    search(query: string): unknown {
      return JSON.parse(query);
    }
  }
  defineToolSchemas(KnowledgeBase, { search: generated });
  return new KnowledgeBase().toolSpec('search');
}

describe('the spec of a tool with a generated record', () => {
  it('contains the data of the record', () => {
    const spec = searchOf({});
    expect(spec.description).toBe('Search the knowledge base.');
    expect(spec.examples).toEqual([{ description: 'One.', input: { query: 'x' } }]);
    expect(spec.outputSchema).toEqual({
      type: 'array',
      items: { $ref: '#/$defs/Hit' },
      $defs: { Hit: $defs.Hit },
    });
  });

  it('prefers the options of @Tool()', () => {
    const options: ToolOptions = {
      description: 'Mine.',
      examples: [{ input: { query: 'mine' } }],
      outputSchema: { type: 'string' },
    };
    const spec = searchOf(options);
    expect(spec.description).toBe('Mine.');
    expect(spec.examples).toEqual(options.examples);
    expect(spec.outputSchema).toEqual({ type: 'string' });
  });

  it('uses the description and output of a record without parameters', () => {
    const { params: _, ...words } = record;
    const inputSchema = { type: 'object', properties: { query: { type: 'string' } } } as const;
    const spec = searchOf({ inputSchema }, words);
    expect(spec.description).toBe('Search the knowledge base.');
    expect(spec.outputSchema).toMatchObject({ type: 'array' });
    expect(spec.params).toEqual(inputSchema.properties);
  });

  it('enforces the return type', async () => {
    const spec = searchOf({});
    expect(await spec.call({ query: '[{"path":"a","next":{"path":"b"}}]' })).toEqual([
      { path: 'a', next: { path: 'b' } },
    ]);
    const { error } = await spec.exec({ query: '[{"path":"a","next":{"path":5}}]' });
    expect(error?.code).toBe('invalid_output');
    expect(error?.toText()).toContain('/0/next/path must be string, got 5');
  });

  it('returns frozen copies and does not change the record', () => {
    const spec = searchOf({});
    expect(Object.isFrozen(spec.examples?.[0]?.input)).toBe(true);
    expect(Object.isFrozen(spec.outputSchema?.$defs?.Hit)).toBe(true);
    expect(spec.examples?.[0]).not.toBe(record.examples?.[0]);
    expect([$defs, $defs.Hit, $defs.Hit.required, record.examples, record.examples?.[0]].some(Object.isFrozen)).toBe(
      false,
    );
  });

  it('adds nothing if the record is empty', () => {
    const spec = searchOf({}, {});
    expect([spec.description, spec.examples, spec.outputSchema]).toEqual([undefined, undefined, undefined]);
  });
});
