import 'toolwright/dto';
import 'reflect-metadata';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type as ark } from 'arktype';
import { Type } from 'class-transformer';
import { IsArray, IsBoolean, IsIn, IsInt, IsNumber, IsOptional, IsString, ValidateNested } from 'class-validator';
import {
  type JsonSchema,
  Param,
  type SchemaSource,
  Tool,
  ToolRegistry,
  ToolSpec,
  type ValidationError,
} from 'toolwright';
import { defineToolSchemas } from 'toolwright/generated';
import * as v from 'valibot';
import { z } from 'zod';
import { fc, runs } from '../../support/fast-check.js';

class Point {
  @IsNumber() x!: number;
}

/** A class that a JSON Schema describes exactly. */
class Plain {
  @IsInt() count!: number;
  @IsNumber() ratio!: number;
  @IsBoolean() on!: boolean;
  @ValidateNested() @Type(() => Point) point!: Point;
  @IsArray() @IsNumber({}, { each: true }) list!: number[];
  @IsString() note = 'none';
}

/** A class whose properties class-transformer converts. */
class Converting extends Plain {
  @IsInt() @Type(() => Number) declare count: number;
  @IsNumber() @Type(() => Number) declare ratio: number;
  @IsString() @Type(() => String) override note = 'none';
}

const definitions = { Point: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] } } as const;

const object: JsonSchema = {
  type: 'object',
  properties: {
    count: { type: 'integer' },
    ratio: { type: 'number' },
    on: { type: 'boolean' },
    point: { $ref: '#/$defs/Point' },
    list: { type: 'array', items: { type: 'number' } },
    note: { type: 'string' },
  },
  required: ['count', 'ratio', 'on', 'point', 'list'],
  $defs: definitions,
};

const zodFields = {
  count: z.int(),
  ratio: z.number(),
  on: z.boolean(),
  point: z.object({ x: z.number() }),
  list: z.array(z.number()),
  note: z.string().optional(),
};

const valibotFields = v.object({
  count: v.pipe(v.number(), v.integer()),
  ratio: v.number(),
  on: v.boolean(),
  point: v.object({ x: v.number() }),
  list: v.array(v.number()),
  note: v.optional(v.string()),
});

const arkFields = ark({
  count: 'number.integer',
  ratio: 'number',
  on: 'boolean',
  point: { x: 'number' },
  list: 'number[]',
  'note?': 'string',
});

class Tools extends ToolRegistry {
  @Tool()
  parameters(
    @Param({ schema: { type: 'integer' } }) count: number,
    ratio: number,
    on: boolean,
    @Param({ type: Point }) point: Point,
    @Param({ type: [Number] }) list: number[],
    @Param({ optional: true }) note?: string,
  ): unknown {
    return { count, ratio, on, point, list, ...(note === undefined ? {} : { note }) };
  }

  @Tool()
  dto(fields: Plain): unknown {
    return fields;
  }
}

class Generated extends ToolRegistry {
  @Tool()
  run(value: unknown): unknown {
    return value;
  }
}
const date = { type: 'string', format: 'date-time', instanceOf: Date };
const properties = { ...object.properties, at: date };
defineToolSchemas(Generated, {
  run: {
    params: [{ name: 'value', schema: { ...object, properties, $defs: undefined } }],
    $defs: definitions,
  },
});

function toolOver(inputSchema: SchemaSource): ToolSpec {
  return ToolSpec.create({ name: 'probe', inputSchema, executor: { kind: 'test', execute: (args) => args } });
}

const tools = new Tools();
const kinds: readonly (readonly [kind: string, spec: ToolSpec])[] = [
  ['parameters', tools.toolSpec('parameters')],
  ['a DTO class', tools.toolSpec('dto')],
  ['a DTO class with conversions', toolOver(Converting)],
  ['an explicit JSON Schema', toolOver(object)],
  ['generated types', new Generated().toolSpec('run')],
  ['a zod schema', toolOver(z.object(zodFields))],
  ['a zod schema with conversions', toolOver(z.object({ ...zodFields, count: z.coerce.number().int() }))],
  ['a valibot schema', toolOver(toStandardJsonSchema(valibotFields))],
  ['an arktype schema', toolOver(arkFields)],
];

const valid = { count: 1, ratio: 0.5, on: true, point: { x: 1 }, list: [1, 2] };
type Field = keyof typeof valid | 'note';

const numeric = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const anything = fc.jsonValue();
const wrong: Readonly<Record<Field, fc.Arbitrary<unknown>>> = {
  count: fc.oneof(numeric.map(String), fc.constantFrom('5', ' 5', '5.0', 1.5, true, null, ''), fc.array(anything)),
  ratio: fc.oneof(numeric.map(String), fc.boolean(), fc.constantFrom(null, '1e3', 'NaN'), fc.array(anything)),
  on: fc.constantFrom<unknown>('true', 'false', ' true ', 'yes', '', 0, 1, null, [true]),
  point: fc.oneof(fc.constantFrom<unknown>('{"x": 1}', '{}', null, 3), fc.array(numeric), numeric.map(String)),
  list: fc.oneof(
    fc.array(numeric).map((list) => JSON.stringify(list)),
    fc.constantFrom<unknown>('1,2', null, 1, { 0: 1 }),
  ),
  note: fc.oneof(
    numeric,
    fc.boolean(),
    fc.constantFrom<unknown>(null),
    fc.array(anything),
    fc.dictionary(fc.string(), anything),
  ),
};
const mistake = fc
  .constantFrom<Field>('count', 'ratio', 'on', 'point', 'list', 'note')
  .chain((field) => wrong[field].map((value) => ({ field, value })));

describe.each(kinds)('coerce: false with %s', (_, spec) => {
  it('rejects every argument of a wrong type, and names it', async () => {
    await fc.assert(
      fc.asyncProperty(mistake, async ({ field, value }) => {
        const args = { ...valid, [field]: value };
        const { error } = await spec.exec(args, { coerce: false });
        expect(error).toMatchObject({ code: 'invalid_parameters' });
        const { issues } = error as ValidationError;
        expect(issues.every(({ path }) => path === `/${field}` || path.startsWith(`/${field}/`))).toBe(true);
      }),
      { numRuns: runs(5) },
    );
  });

  it('accepts valid arguments with the same result as with coercion', async () => {
    for (const args of [valid, { ...valid, note: 'n' }]) {
      const exact = await spec.exec(args, { coerce: false });
      expect(exact.error).toBeUndefined();
      expect(exact.data).toEqual((await spec.exec(args)).data);
    }
  });

  it('still reads all arguments from one JSON text', async () => {
    expect((await spec.exec(JSON.stringify(valid), { coerce: false })).error).toBeUndefined();
    expect((await spec.exec(JSON.stringify({ ...valid, count: '1' }), { coerce: false })).error?.code).toBe(
      'invalid_parameters',
    );
  });

  it('does not affect other calls, which coerce', async () => {
    const args = { ...valid, count: '5', on: 'true', point: '{"x": 1}', list: '[1, 2]', note: null };
    expect((await spec.exec(args, { coerce: false })).error?.code).toBe('invalid_parameters');
    expect((await spec.exec(args)).error).toBeUndefined();
    expect((await spec.validate(args)).ok).toBe(true);
    expect((await spec.validate(args, { coerce: false })).ok).toBe(false);
  });
});

describe('coerce: false', () => {
  class Listed {
    @IsIn([1, 2]) @Type(() => Number) floor!: number;
  }

  class Nullable {
    @IsOptional() @IsInt() count?: number | null;
  }

  it.each([
    ['a DTO class with @IsOptional()', toolOver(Nullable)],
    ['a zod schema', toolOver(z.object({ count: z.int().nullish() }))],
    ['a JSON Schema', toolOver({ type: 'object', properties: { count: { type: ['integer', 'null'] } } })],
  ])('accepts null where the published schema declares it: %s', async (_, spec) => {
    expect((await spec.exec({ count: null }, { coerce: false })).data).toEqual({ count: null });
    expect((await spec.exec({ count: '5' }, { coerce: false })).error?.code).toBe('invalid_parameters');
  });

  it.each([
    ['a DTO class', Listed],
    ['a zod schema', z.object({ floor: z.preprocess(Number, z.literal([1, 2])) })],
    ['a JSON Schema', { type: 'object', properties: { floor: { enum: [1, 2] } } } as const],
  ])('rejects a text in place of a listed number: %s', async (_, schema) => {
    const spec = toolOver(schema);
    expect((await spec.exec({ floor: '2' }, { coerce: false })).error?.code).toBe('invalid_parameters');
    expect((await spec.exec({ floor: 2 }, { coerce: false })).data).toEqual({ floor: 2 });
    expect((await spec.exec({ floor: '2' })).data).toEqual({ floor: 2 });
  });

  it('reports each issue once', async () => {
    const { error } = await toolOver(Converting).exec({ ...valid, count: '5', ratio: 'x' }, { coerce: false });
    expect((error as ValidationError).issues).toEqual([
      { path: '/count', message: 'must be integer, got "5"', rule: 'type' },
      { path: '/ratio', message: 'must be number, got "x"', rule: 'type' },
    ]);
  });
});
