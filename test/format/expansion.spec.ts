import { DefinitionError, type JsonSchema, ToolSpec } from 'toolwright';
import { expectCpuMsBelow } from '../support/cpu-time.js';

const executor = { kind: 'test', execute: () => undefined };

function doubling(levels: number): ToolSpec {
  const $defs: Record<string, JsonSchema> = { [`d${levels}`]: { type: 'string' } };
  for (let level = 0; level < levels; level++) {
    const half = { $ref: `#/$defs/d${level + 1}` };
    $defs[`d${level}`] = { allOf: [half, half] };
  }
  const inputSchema: JsonSchema = { type: 'object', properties: { value: { $ref: '#/$defs/d0' } }, $defs };
  return ToolSpec.create({ name: 'bomb', inputSchema, executor });
}

const expanding: readonly [string, (spec: ToolSpec) => unknown][] = [
  ['toGemini', (spec) => spec.toGemini({ onWarning: () => {} })],
  ['toPrompt', (spec) => spec.toPrompt()],
  ['docstring', (spec) => spec.docstring],
  ['code', (spec) => spec.code],
  ['toOpenAI in strict mode', (spec) => spec.toOpenAI({ strict: true, onWarning: () => {} })],
];

describe('an export that expands references', () => {
  it.each(expanding)(
    'refuses a schema that doubles with each reference, in a short time: %s',
    async (_, exportTool) => {
      const spec = doubling(36);
      expect(() => exportTool(spec)).toThrow(DefinitionError);
      const reason = 'bomb: a schema has more than 100000 JSON values once its references are';
      await expectCpuMsBelow(3_000, () => expect(() => exportTool(spec)).toThrow(reason));
    },
  );

  it.each(expanding)('accepts it with few references: %s', (_, exportTool) => {
    expect(() => exportTool(doubling(5))).not.toThrow();
  });

  it('is not necessary to send the schema as it is', () => {
    expect(doubling(36).toMcp().name).toBe('bomb');
    expect(doubling(36).toJsonSchema().name).toBe('bomb');
  });
});
