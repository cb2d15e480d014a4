import { hostedTool, Toolkit, ToolSpec } from 'toolwright';

const spec = ToolSpec.create({
  name: 'find',
  description: 'Find',
  inputSchema: {
    type: 'object',
    properties: { filter: { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } } },
    required: ['filter'],
  },
  outputSchema: { type: 'object', properties: { hits: { type: 'array' } } },
  annotations: { readOnlyHint: true },
  meta: { origin: { team: 'search' } },
  examples: [{ input: { filter: { tags: ['new'] } } }],
  executor: { kind: 'test', execute: () => ({ hits: [] }) },
});

const hosted = (['openai', 'anthropic', 'gemini'] as const).map((provider) =>
  hostedTool(provider, { type: 'web_search', name: 'web_search', filters: { allowed: ['example.com'] } }),
);

function toolkit(): Toolkit {
  const one = new Toolkit();
  one.register(spec);
  for (const tool of hosted) one.register(tool);
  return one;
}

const exports: readonly (readonly [string, () => unknown])[] = [
  ['spec.toOpenAI()', () => spec.toOpenAI()],
  ['spec.toOpenAI({ strict })', () => spec.toOpenAI({ strict: true, onWarning: () => {} })],
  ['spec.toOpenAI({ api })', () => spec.toOpenAI({ api: 'chat' })],
  ['spec.toAnthropic()', () => spec.toAnthropic()],
  ['spec.toGemini()', () => spec.toGemini()],
  ['spec.toMcp()', () => spec.toMcp()],
  ['toolkit.toOpenAI()', () => toolkit().toOpenAI()],
  ['toolkit.toAnthropic()', () => toolkit().toAnthropic()],
  ['toolkit.toGemini()', () => toolkit().toGemini()],
];

describe.each(exports)('%s', (_, exported) => {
  it('is a fresh copy that may be changed', () => {
    const before = JSON.stringify(exported());
    mark(exported());
    expect(JSON.stringify(exported())).toBe(before);
  });
});

describe('toJsonSchema() and getJsonSchemas()', () => {
  it('are frozen, and the same each time', () => {
    const [schema] = toolkit().getJsonSchemas();
    expect(schema).toBe(spec.toJsonSchema());
    expect([schema, schema?.parameters, schema?.parameters.properties].every(Object.isFrozen)).toBe(true);
  });
});

/** Adds a property to every object, and an item to every array. Throws where one is frozen. */
function mark(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.values(value).forEach(mark);
  if (Array.isArray(value)) value.push('marked');
  else (value as Record<string, unknown>).marked = true;
}
