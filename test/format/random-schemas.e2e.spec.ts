/**
 * Ajv, which generates code, is the oracle, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../src/base/json/json-schema.js';
import { code } from '../../src/format/code.js';
import { docstring } from '../../src/format/docstring.js';
import { signature } from '../../src/format/signature.js';
import { toStrictSchema } from '../../src/format/strict.js';
import { findStrictViolations } from '../../src/format/strict-rules.js';
import { toAnthropic } from '../../src/format/to-anthropic.js';
import { toGemini } from '../../src/format/to-gemini.js';
import { toJsonSchema } from '../../src/format/to-json-schema.js';
import { toMcp } from '../../src/format/to-mcp.js';
import { toOpenAI } from '../../src/format/to-openai.js';
import { toPrompt } from '../../src/format/to-prompt.js';
import { fc, runs } from '../support/fast-check.js';
import { compileErrors } from './compile-code.js';
import { deepFreeze } from './deep-freeze.js';
import { brokenGeminiRules } from './gemini-rule-check.js';
import { anySchema, anyValue, inputSchema } from './random-schemas.js';
import { brokenStrictRules } from './strict-rule-check.js';

// One shared instance, because creating one takes longer than everything that a test compiles.
const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, logger: false });

function withoutNulls(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutNulls);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).filter(([, inner]) => inner !== null);
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutNulls(inner)]));
}

const silent = { onWarning: () => undefined };

describe('formats of random tools', () => {
  it('satisfy the strict rules or report that they cannot', () => {
    let strictOnes = 0;
    fc.assert(
      fc.property(inputSchema, (schema) => {
        const result = toStrictSchema(deepFreeze(schema));
        if (result.strict) {
          strictOnes += 1;
          expect(brokenStrictRules(result.schema)).toEqual([]);
          expect(findStrictViolations(result.schema)).toEqual([]);
        } else {
          expect(result.schema).toBe(schema);
          expect(result.warnings).not.toEqual([]);
        }
      }),
      { numRuns: runs(2) },
    );
    expect(strictOnes).toBeGreaterThan(0);
  });

  it('accept in strict mode only values that the tool accepts, if no keyword was moved to descriptions', () => {
    let accepted = 0;
    const values = fc.array(anyValue, { minLength: 20, maxLength: 30 });
    fc.assert(
      fc.property(anySchema, values, (property, candidates) => {
        const $defs = { A: { type: 'string' }, B: { type: 'array', items: { type: 'number' } } } as const;
        const schema: JsonSchema = { type: 'object', properties: { a: property }, required: ['a'], $defs };
        const { schema: strictSchema, warnings, strict } = toStrictSchema(schema);
        const isExact = warnings.every((warning) => /'(default|examples|deprecated)'$/.test(warning));
        if (!strict || !isExact || /"#"|Gone/.test(JSON.stringify(property))) return;
        const [refuses, fits] = [ajv.compile({ not: schema, $defs }), ajv.compile(strictSchema)];
        for (const a of candidates.filter((candidate) => fits({ a: candidate }))) {
          accepted += 1;
          // Null represents an omitted property unless the tool accepts null there.
          expect(refuses({ a }) && refuses(withoutNulls({ a }))).toBe(false);
        }
      }),
      { numRuns: runs(4) },
    );
    expect(accepted).toBeGreaterThan(0);
  });

  it("use only fields of Gemini's schemas", () => {
    fc.assert(
      fc.property(inputSchema, (schema) => {
        const { parameters } = toGemini({ name: 'tool', inputSchema: deepFreeze(schema) }, silent);
        if (parameters !== undefined) expect(brokenGeminiRules(parameters)).toEqual([]);
      }),
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
    );
  });

  it('produce code that compiles', () => {
    const tools = fc.sample(fc.tuple(inputSchema, inputSchema), 30);
    const sources = tools.map(([input, output], index): [string, string] => [
      `random${index}`,
      code({ name: 'tool', description: 'Does */ it', inputSchema: input, outputSchema: output }),
    ]);
    expect(compileErrors(Object.fromEntries(sources))).toEqual([]);
  });
});
