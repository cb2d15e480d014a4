import 'toolwright/dto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type JsonSchema, ToolRegistry, type ToolSpec } from 'toolwright';
import { type Generation, type GenerationStep, generateToolSchemas } from '../../src/build/codegen/generate.js';

/**
 * Each folder shows one construct of types or comments: `tools.ts` with one registry, `samples.json` with valid and
 * invalid arguments, `schemas.json` with the schemas that the model receives. Run with UPDATE_SCHEMA=1 to update
 * `schemas.json` and the generated module, and review the difference before you commit it.
 */
const folder = join(import.meta.dirname, 'golden');
const modulePath = join(folder, 'toolwright.gen.ts');
const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));

interface Samples {
  readonly accepted: readonly unknown[];
  readonly rejected: readonly unknown[];
  /** Values that class-validator rejects, but the schema cannot. */
  readonly rejectedOnlyByRules?: readonly unknown[];
}

describe('toolwright generate', () => {
  let generation: Generation;
  const steps: GenerationStep[] = [];

  beforeAll(async () => {
    generation = generateToolSchemas({ project: folder, out: modulePath, onStep: (step) => steps.push(step) });
    if (process.env.UPDATE_SCHEMA === '1' && generation.text !== undefined) writeFileSync(modulePath, generation.text);
    await import('./golden/toolwright.gen.js');
  }, 180_000);

  it('reports no problems and no warnings', () => {
    expect({ problems: generation.problems, warnings: generation.warnings }).toEqual({ problems: [], warnings: [] });
  });

  it('reports its progress before each step', () => {
    const [program, ...tools] = steps;
    expect(program?.subject).toMatch(/tsconfig\.json$/);
    expect(tools).toHaveLength(generation.toolCount);
    expect(tools.map(({ done }) => done)).toEqual(tools.map((_, index) => index));
    expect(tools.map(({ subject }) => subject)).toContain('Primitives.take');
  });

  it('writes the golden module', () => {
    expect(generation.text).toBe(readFileSync(modulePath, 'utf8'));
  });

  it('has a golden for every construct of the docs', () => {
    expect(names.length).toBeGreaterThanOrEqual(80);
  });

  describe.each(names)('%s', (name) => {
    it('publishes the golden schemas', async () => {
      const seen = Object.fromEntries((await loadSpecs(name)).map((spec) => [spec.name, shown(spec)]));
      const path = join(folder, name, 'schemas.json');
      if (process.env.UPDATE_SCHEMA === '1') writeFileSync(path, `${JSON.stringify(seen, undefined, 2)}\n`);
      expect(JSON.parse(JSON.stringify(seen))).toEqual(JSON.parse(readFileSync(path, 'utf8')));
    });

    it('accepts and rejects its samples, both by the schema and in the tool', async () => {
      const samples = JSON.parse(readFileSync(join(folder, name, 'samples.json'), 'utf8')) as Record<string, Samples>;
      for (const spec of await loadSpecs(name)) {
        const { accepted, rejected, rejectedOnlyByRules = [] } = samples[spec.name] ?? { accepted: [], rejected: [] };
        expect(await verdicts(spec, accepted)).toEqual(expected(accepted, true, true));
        expect(await verdicts(spec, rejected)).toEqual(expected(rejected, false, false));
        expect(await verdicts(spec, rejectedOnlyByRules)).toEqual(expected(rejectedOnlyByRules, true, false));
        expect(accepted.length).toBeGreaterThan(0);
        expect(rejected.length).toBeGreaterThan(0);
      }
    });
  });
});

interface Verdict {
  readonly value: unknown;
  readonly schema: boolean;
  readonly tool: boolean;
}

async function verdicts(spec: ToolSpec, values: readonly unknown[]): Promise<readonly Verdict[]> {
  const bySchema = compile(spec.inputSchema);
  return Promise.all(
    values.map(async (value) => ({ value, schema: bySchema(value), tool: (await spec.validate(value)).ok })),
  );
}

function expected(values: readonly unknown[], schema: boolean, tool: boolean): readonly Verdict[] {
  return values.map((value) => ({ value, schema, tool }));
}

function shown({ description, inputSchema, outputSchema, examples }: ToolSpec): object {
  return { description, examples, inputSchema, outputSchema };
}

async function loadSpecs(name: string): Promise<readonly ToolSpec[]> {
  const module = (await import(`./golden/${name}/tools.js`)) as Readonly<Record<string, unknown>>;
  const registries = Object.values(module).filter(isRegistryClass);
  return registries.flatMap((Registry) => Object.values(new Registry().toToolSpecs()));
}

function isRegistryClass(value: unknown): value is new () => ToolRegistry {
  return typeof value === 'function' && ToolRegistry.is(value.prototype);
}

// A format is only an annotation in JSON Schema 2020-12, so it is not validated here.
function compile(schema: JsonSchema): ValidateFunction {
  const options = { strict: true, allowUnionTypes: true, strictTypes: false, strictTuples: false } as const;
  return new Ajv2020({ ...options, validateFormats: false }).compile(schema);
}
