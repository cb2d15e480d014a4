import { type JsonSchema, ToolSpec } from 'toolwright';
import { anyValue, inputSchema } from '../../format/random-schemas.js';
import { fc, runs } from '../../support/fast-check.js';

const executor = { kind: 'test', execute: () => undefined };

/** Creates a tool whose arguments ajv validates, and one whose arguments the interpreter validates. */
function createBoth(schema: JsonSchema): readonly [ToolSpec, ToolSpec] | undefined {
  try {
    const [compiled, interpreted] = (['native', 'linear'] as const).map((patterns) => {
      const spec = ToolSpec.create({ name: 'tool', inputSchema: schema, executor, patterns });
      spec.warmUp();
      return spec;
    });
    return compiled === undefined || interpreted === undefined ? undefined : [compiled, interpreted];
  } catch {
    // Not a valid schema, or one that only the native engine supports.
    return undefined;
  }
}

async function issuesOf(spec: ToolSpec, args: unknown): Promise<readonly string[]> {
  const result = await spec.validate(args);
  return result.ok ? [] : result.issues.map(({ path, message }) => `${path} ${message}`);
}

const args = fc.dictionary(fc.constantFrom('a', 'b', 'c-d', 'x', '名'), anyValue, { maxKeys: 4 });

/** Where ajv deviates from the specification. */
const deviations = [
  // It evaluates other members in some cases: see the JSON-Schema-Test-Suite.
  /"unevaluated/,
  // It accepts an empty array for `contains` next to `prefixItems`.
  /"prefixItems".*"contains"|"contains".*"prefixItems"/,
];

describe('the interpreter', () => {
  it('reports the issues that ajv reports', async () => {
    let invalid = 0;
    await fc.assert(
      fc.asyncProperty(inputSchema, fc.array(args, { minLength: 6, maxLength: 6 }), async (schema, values) => {
        const both = createBoth(schema);
        fc.pre(both !== undefined && !deviations.some((deviation) => deviation.test(JSON.stringify(schema))));
        for (const value of values) {
          const [expected, actual] = await Promise.all(both.map((spec) => issuesOf(spec, value)));
          expect({ value, issues: actual }).toEqual({ value, issues: expected });
          if (actual?.length !== 0) invalid++;
        }
      }),
      { numRuns: runs(6), seed: 2_026 },
    );
    expect(invalid).toBeGreaterThan(10);
  });
});
