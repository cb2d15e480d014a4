/**
 * Ajv, which generates code, is the oracle, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import 'toolwright/dto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { IsIn, IsOptional, IsString, NotEquals } from 'class-validator';
import { Field } from 'toolwright';
import type { JsonSchema } from '../../src/base/json/json-schema.js';
import { createDtoParser } from '../../src/schema/class-validator/dto-parser.js';
import { dtoJsonSchema } from '../../src/schema/class-validator/dto-schema.js';
import { isDtoClass } from '../../src/schema/dto/is-dto-class.js';
import type { DtoClass } from '../../src/schema/dto/validation-rules.js';

const folder = join(import.meta.dirname, 'golden');

interface Samples {
  readonly accepted: readonly unknown[];
  readonly rejected: readonly unknown[];
  /** Values that class-validator rejects, but the schema cannot. */
  readonly rejectedOnlyByRules?: readonly unknown[];
  /** Values that class-validator accepts, but the schema does not publish. They are listed in docs/dto-rules.md. */
  readonly acceptedOnlyByRules?: readonly unknown[];
}

describe('dtoJsonSchema', () => {
  it('has no two folders of the same constructs', () => {
    const constructs = readdirSync(folder).map(constructsOf);
    expect(constructs.filter((one, index) => constructs.indexOf(one) !== index)).toEqual([]);
  });

  describe.each(readdirSync(folder))('%s', (name) => {
    const samples = readJson(name, 'samples.json') as Samples;

    it('publishes the golden schema', async () => {
      const schema = dtoJsonSchema(await loadDto(name), name);
      if (process.env.UPDATE_SCHEMA === '1') {
        writeFileSync(join(folder, name, 'schema.json'), `${JSON.stringify(schema, undefined, 2)}\n`);
      }
      expect(JSON.parse(JSON.stringify(schema))).toEqual(readJson(name, 'schema.json'));
    });

    it('accepts and rejects its samples, by the schema and by the rules', async () => {
      const { accepted, rejected, rejectedOnlyByRules = [], acceptedOnlyByRules = [] } = samples;
      const dto = await loadDto(name);
      const parse = createDtoParser(dto);
      const bySchema = compile(dtoJsonSchema(dto, name));
      const verdicts = async (values: readonly unknown[]) =>
        Promise.all(values.map(async (value) => ({ value, schema: bySchema(value), rules: (await parse(value)).ok })));
      const expected = (values: readonly unknown[], schema: boolean, rules: boolean) =>
        values.map((value) => ({ value, schema, rules }));

      expect(await verdicts(accepted)).toEqual(expected(accepted, true, true));
      expect(await verdicts(rejected)).toEqual(expected(rejected, false, false));
      expect(await verdicts(rejectedOnlyByRules)).toEqual(expected(rejectedOnlyByRules, true, false));
      expect(await verdicts(acceptedOnlyByRules)).toEqual(expected(acceptedOnlyByRules, false, true));
      expect(accepted.length).toBeGreaterThan(0);
      expect(rejected.length).toBeGreaterThan(0);
    });
  });

  it('expresses exclusions in the same way with and without a description', () => {
    const nothing = { schema: { type: 'string', not: { enum: [''] } } } as const;
    class Named {
      @IsString() @Field(nothing) bare!: string;
      @IsString() @Field({ ...nothing, description: 'A name.' }) described!: string;
      @IsIn(['a']) @NotEquals('a') @IsOptional() never?: string;
    }
    expect(dtoJsonSchema(Named, 'Named').properties).toEqual({
      bare: { type: 'string', minLength: 1 },
      described: { description: 'A name.', type: 'string', minLength: 1 },
      never: { type: ['string', 'null'], enum: [null] },
    });
  });
});

/** The decorators that a class uses, and the keywords of its schema. */
function constructsOf(name: string): string {
  const decorators = readFileSync(join(folder, name, 'dto.ts'), 'utf8').match(/@\w+|\bextends\b/g) ?? [];
  const keywords = JSON.stringify(readJson(name, 'schema.json')).match(/"\$?\w+":/g) ?? [];
  return [...new Set([...decorators, ...keywords])].sort().join(' ');
}

async function loadDto(name: string): Promise<DtoClass> {
  const { Dto } = (await import(`./golden/${name}/dto.js`)) as { readonly Dto: unknown };
  if (!isDtoClass(Dto)) throw new TypeError(`golden/${name}/dto.ts exports no DTO class called Dto`);
  return Dto;
}

function readJson(name: string, file: string): unknown {
  return JSON.parse(readFileSync(join(folder, name, file), 'utf8'));
}

// A format is an annotation in JSON Schema 2020-12, so it decides nothing here.
function compile(schema: JsonSchema): ValidateFunction {
  return new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false, validateFormats: false }).compile(
    schema,
  );
}
