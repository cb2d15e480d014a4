/**
 * Ajv, which generates code, is the oracle, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../../src/base/json/json-schema.js';
import { normalizeSchema } from '../../../src/schema/json-schema/normalize.js';
import { fc } from '../../support/fast-check.js';
import { type NormalizeCase, normalizeCases } from './normalize-cases.js';

const options: Options = { strict: false, logger: false };

// Shared, because each instance compiles the meta-schema again.
const outcomes = new Ajv2020(options);

/** Compiles the original schema without its meta-schema, which rejects schemas that the drafts allow. */
function judgeOf({ ajv, schema }: NormalizeCase): ValidateFunction | undefined {
  const lenient = { ...options, validateSchema: false };
  const judged = schema as JsonSchema;
  if (ajv === '2020-12') return new Ajv2020(lenient).compile(judged);
  if (ajv === '2019-09') return new Ajv2019(lenient).compile(judged);
  // This class ignores keywords next to `$ref`, as draft-07 requires, only on request.
  const ignoreKeywordsWithRef = typeof schema === 'object' && '$schema' in judged;
  return ajv === undefined ? undefined : new Ajv({ ...lenient, ignoreKeywordsWithRef }).compile(judged);
}

/** Generates values from the names and samples of a schema, so that both results are common. */
function valuesFor({ schema, accepted, rejected }: NormalizeCase): fc.Arbitrary<unknown> {
  const words = JSON.stringify(schema).match(/"[^"]+"/g) ?? [];
  const names = [...new Set(words.map((word) => JSON.parse(word) as string))].filter((name) => name.length < 10);
  const atoms = fc.constantFrom<unknown>('', 'x', 'xyz', 'abcdef', 0, 1, 2, 5, -1, 1.5, null, true, false);
  const samples = fc.constantFrom(...accepted, ...rejected);
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      atoms,
      samples,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('other', ...names), tie('value'), { maxKeys: 4 }),
    ),
  }));
  const mutated = fc
    .tuple(samples, value)
    .map(([sample, change]) => (isPlain(sample) && isPlain(change) ? { ...sample, ...change } : change));
  return fc.oneof(value, mutated);
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

describe.each(normalizeCases)('normalizeSchema on $name', (example) => {
  const { schema, accepted, rejected } = example;
  // Also validates the result against the meta-schema of 2020-12.
  const compileOutcome = (): ValidateFunction => outcomes.compile(normalizeSchema(schema, 'x'));

  it('returns a schema that accepts and rejects the samples', () => {
    const validate = compileOutcome();
    expect(accepted.filter((value) => !validate(value))).toEqual([]);
    expect(rejected.filter((value) => validate(value))).toEqual([]);
  });

  it('returns a schema that agrees with the original schema on any value', () => {
    const judge = judgeOf(example);
    if (judge === undefined) return expect(example.ajv).toBeUndefined();
    const validate = compileOutcome();
    const agree = (value: unknown): void => expect(validate(value)).toBe(judge(value));
    return fc.assert(fc.property(valuesFor(example), agree));
  });
});
