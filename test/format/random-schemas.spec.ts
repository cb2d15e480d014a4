import fc from 'fast-check';
import { code } from '../../src/format/code.js';
import { docstring } from '../../src/format/docstring.js';
import { signature } from '../../src/format/signature.js';
import { toStrictSchema } from '../../src/format/strict.js';
import { strictViolations } from '../../src/format/strict-rules.js';
import { toAnthropic } from '../../src/format/to-anthropic.js';
import { toGemini } from '../../src/format/to-gemini.js';
import { toJsonSchema } from '../../src/format/to-json-schema.js';
import { toMcp } from '../../src/format/to-mcp.js';
import { toOpenAI } from '../../src/format/to-openai.js';
import { toPrompt } from '../../src/format/to-prompt.js';
import { compileErrors } from './compile-code.js';
import { deepFreeze } from './deep-freeze.js';
import { brokenGeminiRules } from './gemini-rule-check.js';
import { inputSchema } from './random-schemas.js';
import { brokenStrictRules } from './strict-rule-check.js';

const silent = { onWarning: () => undefined };

describe('formats of random tools', () => {
  it('keep the strict rules or say that they cannot', () => {
    let strictOnes = 0;
    fc.assert(
      fc.property(inputSchema, (schema) => {
        const result = toStrictSchema(deepFreeze(schema));
        if (result.strict) {
          strictOnes += 1;
          expect(brokenStrictRules(result.schema)).toEqual([]);
          expect(strictViolations(result.schema)).toEqual([]);
        } else {
          expect(result.schema).toBe(schema);
          expect(result.warnings).not.toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
    expect(strictOnes).toBeGreaterThan(20);
  });

  it("keep to the fields of Gemini's schemas", () => {
    fc.assert(
      fc.property(inputSchema, (schema) => {
        const { parameters } = toGemini({ name: 'tool', inputSchema: deepFreeze(schema) }, silent);
        if (parameters !== undefined) expect(brokenGeminiRules(parameters)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('never throw and never change a tool', () => {
    fc.assert(
      fc.property(inputSchema, inputSchema, fc.object(), (input, output, example) => {
        const tool = deepFreeze({
          name: 'tool',
          inputSchema: input,
          outputSchema: output,
          examples: [{ input: example }],
        });
        expect(toJsonSchema(tool).parameters).toBe(input);
        expect(toOpenAI(tool, { strict: true, ...silent }).parameters).toMatchObject({ type: 'object' });
        expect(toAnthropic(tool, silent).input_schema).toMatchObject({ type: 'object' });
        expect(toMcp(tool).inputSchema).toMatchObject({ type: 'object' });
        expect(toPrompt(tool)).toContain(signature(tool));
        expect(docstring(tool)).toContain('@returns');
        expect(signature(tool, example)).toMatch(/^tool\(/);
      }),
      { numRuns: 300 },
    );
  });

  it('are code that compiles', () => {
    const tools = fc.sample(fc.tuple(inputSchema, inputSchema), 40);
    const sources = tools.map(([input, output], index): [string, string] => [
      `random${index}`,
      code({ name: 'tool', description: 'Does */ it', inputSchema: input, outputSchema: output }),
    ]);
    expect(compileErrors(Object.fromEntries(sources))).toEqual([]);
  });
});
