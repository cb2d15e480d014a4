/**
 * Ajv, which generates code, is the oracle, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import type { JsonSchema } from 'toolwright';
import type { SchemaFailure } from '../../../src/schema/interpreter/schema-failure.js';
import { normalizeSchema } from '../../../src/schema/json-schema/normalize.js';
import { compileSchema } from '../../../src/schema/validation/schema-compiler.js';
import { issuesOf } from '../../../src/schema/validation/schema-issues.js';
import { anyValue, inputSchema } from '../../format/random-schemas.js';
import { compileWithAjv } from '../../support/ajv-oracle.js';
import { fc, runs } from '../../support/fast-check.js';

type Validate = (value: unknown) => readonly SchemaFailure[];

/** A schema in the internal dialect, with the functions that list the failures of a value. */
interface Prepared {
  readonly schema: JsonSchema;
  readonly own: Validate;
  readonly ajv: Validate;
}

function prepare(authored: JsonSchema): Prepared | undefined {
  try {
    const schema = normalizeSchema(authored, 'tool');
    return { schema, own: compileSchema(schema, 'tool').failures, ajv: compileWithAjv(schema) };
  } catch {
    // Not a valid schema, or one that ajv does not compile.
    return undefined;
  }
}

/** Returns what coercion and the messages for a model depend on. */
function describeFailures(failures: readonly SchemaFailure[], schema: JsonSchema): object {
  return {
    failures: failures.map(({ keyword, instancePath, params, data }) => ({ keyword, instancePath, params, data })),
    issues: issuesOf(failures, schema),
  };
}

const args = fc.dictionary(fc.constantFrom('a', 'b', 'c-d', 'x', '名'), anyValue, { maxKeys: 4 });

/** Where ajv deviates from the specification. */
const deviations = [
  // It evaluates other members in some cases: see the JSON-Schema-Test-Suite.
  /"unevaluated/,
  // It accepts an empty array for `contains` next to `prefixItems`.
  /"prefixItems".*"contains"|"contains".*"prefixItems"/,
];

describe('the validation of a JSON Schema', () => {
  it('reports the failures and the issues that ajv reports, in the same order', () => {
    let invalid = 0;
    fc.assert(
      fc.property(inputSchema, fc.array(args, { minLength: 6, maxLength: 6 }), (authored, values) => {
        const prepared = prepare(authored);
        fc.pre(prepared !== undefined && !deviations.some((deviation) => deviation.test(JSON.stringify(authored))));
        const { schema, own, ajv } = prepared;
        for (const value of values) {
          const expected = ajv(value);
          const reported = { value, ...describeFailures(own(value), schema) };
          expect(reported).toEqual({ value, ...describeFailures(expected, schema) });
          if (expected.length > 0) invalid++;
        }
      }),
      { numRuns: runs(3), seed: 2_026 },
    );
    expect(invalid).toBeGreaterThan(10);
  });
});
