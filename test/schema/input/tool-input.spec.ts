import 'toolwright/dto';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import { Expose } from 'class-transformer';
import { IsArray, IsInt, IsOptional, IsString, Min } from 'class-validator';
import {
  Bind,
  type Class,
  DefinitionError,
  Field,
  Param,
  type StandardSchema,
  Tool,
  ToolRegistry,
  ToolSpec,
} from 'toolwright';
import * as v from 'valibot';
import { z } from 'zod';
import { jestSetUp } from '../../support/jest-set-up.js';

class NewItem {
  @IsString() title!: string;
  @IsInt() @Min(0) price!: number;
  @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
}

const executor = { kind: 'echo', execute: (args: Readonly<Record<string, unknown>>) => args };

function errorOf(act: () => unknown): Error | undefined {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  return undefined;
}

describe('a DTO class', () => {
  class Shop extends ToolRegistry {
    @Tool() add(item: NewItem): NewItem {
      return item;
    }

    @Tool() addAs(item: NewItem, dryRun: boolean): unknown[] {
      return [item, dryRun];
    }

    @Tool() addMany(
      @Param({ type: [NewItem] }) items: NewItem[],
      @Param({ type: [Date] }) dates: Date[] = [],
    ): unknown[] {
      return [items, dates];
    }

    @Tool() addFor(item: NewItem, @Bind('user') @Param({ type: String }) user: string): unknown[] {
      return [item, user];
    }

    @Tool({ inputSchema: NewItem }) addExplicit(item: NewItem): NewItem {
      return item;
    }

    @Tool({ inputSchema: NewItem }) addParts(title: string, price: number, tags?: string[]): unknown[] {
      return [title, price, tags];
    }

    @Tool() addPerhaps(item: NewItem = { title: 'none', price: 0 }): unknown {
      return item;
    }
  }
  const shop = new Shop();

  it('that is the only parameter spreads its properties as arguments', async () => {
    const spec = shop.toolSpec('add');
    expect(spec.inputSchema).toEqual({
      type: 'object',
      properties: {
        title: { type: 'string' },
        price: { type: 'integer', minimum: 0 },
        tags: { type: ['array', 'null'], items: { type: 'string' } },
      },
      required: ['title', 'price'],
      additionalProperties: false,
    });
    const item = await spec.call({ title: 'a', price: '3' });
    expect(item).toBeInstanceOf(NewItem);
    expect(item).toEqual({ title: 'a', price: 3 });
  });

  it('reports all issues, and suggests the nearest name for unknown names', async () => {
    expect((await shop.toolSpec('add').exec({ title: 5, price: -1, tagz: [] })).toText()).toBe(
      "Invalid arguments for 'add': unknown argument 'tagz' (did you mean 'tags'?); /title must be string, got 5; /price must be >= 0, got -1",
    );
  });

  it('with other parameters stays one argument', async () => {
    const spec = shop.toolSpec('addAs');
    expect(spec.inputSchema).toMatchObject({ required: ['item', 'dryRun'], properties: { item: { type: 'object' } } });
    const [item, dryRun] = await spec.call({ item: '{"title": "a", "price": "1"}', dryRun: 'true' });
    expect(item).toBeInstanceOf(NewItem);
    expect([item, dryRun]).toEqual([{ title: 'a', price: 1 }, true]);
    expect((await spec.exec({ item: { title: 'a', price: -1, x: 1 }, dryRun: 'maybe' })).toText()).toBe(
      'Invalid arguments for \'addAs\': /dryRun must be boolean, got "maybe"',
    );
    expect((await spec.exec({ item: { title: 'a', price: -1 }, dryRun: true, extra: 1 })).toText()).toBe(
      "Invalid arguments for 'addAs': unknown argument 'extra'; /item/price must be >= 0, got -1",
    );
  });

  it('in an array becomes an instance per item, with the index in issues', async () => {
    const [items, dates] = await shop.toolSpec('addMany').call({
      items: [{ title: 'a', price: 1 }],
      dates: ['2026-01-02T03:04:05Z'],
    });
    expect((items as unknown[])[0]).toBeInstanceOf(NewItem);
    expect(dates).toEqual([new Date('2026-01-02T03:04:05Z')]);
    expect(
      (
        await shop.toolSpec('addMany').exec({
          items: [
            { title: 'a', price: 1 },
            { title: 'b', price: -1 },
          ],
        })
      ).toText(),
    ).toBe("Invalid arguments for 'addMany': /items/1/price must be >= 0, got -1");
    expect((await shop.toolSpec('addMany').exec({ items: [], dates: ['soon'] })).toText()).toContain(
      '/dates/0 must be a valid date-time',
    );
  });

  it('with a bound parameter still spreads; unbinding adds the parameter', async () => {
    const spec = shop.toolSpec('addFor');
    expect(Object.keys(spec.params)).toEqual(['title', 'price', 'tags']);
    const [item, user] = await spec.call({ title: 'a', price: 1 }, { state: { user: 'u1' } });
    expect([item, user]).toEqual([{ title: 'a', price: 1 }, 'u1']);
    const unbound = spec.unbind('user');
    expect(Object.keys(unbound.params)).toEqual(['title', 'price', 'tags', 'user']);
    const [own, given] = await unbound.call({ title: 'a', price: 1, user: 'u2' });
    expect(own).toBeInstanceOf(NewItem);
    expect([own, given]).toEqual([{ title: 'a', price: 1 }, 'u2']);
    expect((await unbound.exec({ title: 'a', price: -1, user: 'u2' })).toText()).toContain('/price must be >= 0');
  });

  it('as inputSchema goes to one parameter, or by name to several', async () => {
    expect(await shop.toolSpec('addExplicit').call({ title: 'a', price: 1 })).toBeInstanceOf(NewItem);
    expect(await shop.toolSpec('addParts').call({ title: 'a', price: 1, tags: ['x'] })).toEqual(['a', 1, ['x']]);
  });

  it('with a default value stays one optional argument', async () => {
    const spec = shop.toolSpec('addPerhaps');
    expect(spec.inputSchema.required).toBeUndefined();
    expect(Object.keys(spec.params)).toEqual(['item']);
    expect(await spec.call({})).toEqual({ title: 'none', price: 0 });
  });

  it('does not require a bound property, and sets its value on the instance unchanged', async () => {
    const spec = shop.toolSpec('add').bind('price', { stateKey: 'price' });
    expect(Object.keys(spec.params)).toEqual(['title', 'tags']);
    const price = { amount: 1 };
    const item = await spec.call({ title: 'a' }, { state: { price } });
    expect(item).toBeInstanceOf(NewItem);
    expect(item.price).toBe(price);
    expect((await spec.exec({ title: 'a', price: 1 }, { state: { price } })).toText()).toBe(
      "Invalid arguments for 'add': unknown argument 'price'",
    );
    expect((await spec.exec({ title: 5 }, { state: { price } })).toText()).toBe(
      "Invalid arguments for 'add': /title must be string, got 5",
    );
  });
});

describe('a DTO class with exposed names', () => {
  class Renamed {
    @IsString() @Expose({ name: 'full_name' }) name!: string;
    @IsInt() age!: number;
  }

  it('has a bound value under the name in the class', async () => {
    const tool = ToolSpec.create({ name: 't', inputSchema: Renamed, executor }).bind('full_name', { default: 'Ada' });
    expect(Object.keys(tool.params)).toEqual(['age']);
    expect(await tool.call({ age: 3 })).toEqual({ name: 'Ada', age: 3 });
  });

  it('with a property without a rule is a DefinitionError', () => {
    class Documented {
      @IsString() title!: string;
      @Field({ description: 'Free text' }) note?: string;
    }
    expect(() => ToolSpec.create({ name: 't', inputSchema: Documented, executor })).toThrow(
      'Documented.note has @Field() but no class-validator rule, so class-validator would reject it. Add a rule, or @Allow().',
    );
  });
});

describe('a JSON Schema with a parameter that was bound', () => {
  class Notes extends ToolRegistry {
    @Tool({ inputSchema: { type: 'object', properties: { text: { type: 'string' }, lang: { type: 'string' } } } })
    add(note: { text: string; lang?: string }, @Bind('user') @Param({ type: String }) user: string): unknown[] {
      return [note, user];
    }
  }

  it('keeps its own bound properties when the parameter is unbound', async () => {
    const spec = new Notes().toolSpec('add').bind('lang', { default: 'en' });
    expect(await spec.call({ text: 'a' }, { state: { user: 'u1' } })).toEqual([{ text: 'a', lang: 'en' }, 'u1']);
    const unbound = spec.unbind('user');
    expect(Object.keys(unbound.params)).toEqual(['text', 'user']);
    expect(await unbound.call({ text: 'a', user: 'u2' })).toEqual([{ text: 'a', lang: 'en' }, 'u2']);
  });
});

describe('a described or reflected parameter', () => {
  class Tools extends ToolRegistry {
    @Tool() reflected(text: string, count: number, flag: boolean, when: Date): unknown[] {
      return [text, count, flag, when];
    }

    @Tool() described(
      @Param({ schema: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, description: 'An id.' }) id:
        | string
        | number,
      @Param({ schema: z.object({ size: z.number() }) }) page: { size: number },
      @Param({ type: [String], minItems: 1 }) tags: string[],
      @Param({ schema: { type: 'object', additionalProperties: { type: 'number' } }, optional: true }) counts?: Record<
        string,
        number
      >,
    ): unknown[] {
      return [id, page, tags, counts];
    }

    @Tool() sole(
      @Param({ schema: { type: 'object', properties: { a: { type: 'number' } } } }) args: { a?: number },
    ): unknown {
      return args;
    }

    @Tool() record(
      @Param({ schema: { type: 'object', additionalProperties: true } }) data: Record<string, unknown>,
    ): unknown {
      return data;
    }

    @Tool() defaulted(
      @Param({ default: 'b' }) a: string,
      b: number = -1,
      c: string = process.version,
      d: boolean = true,
    ): unknown[] {
      return [a, b, c, d];
    }
  }
  const tools = new Tools();

  it('reads String, Number, Boolean and Date from the emitted types', async () => {
    const spec = tools.toolSpec('reflected');
    expect(spec.params).toEqual({
      text: { type: 'string' },
      count: { type: 'number' },
      flag: { type: 'boolean' },
      when: {
        anyOf: [
          { type: 'string', format: 'date-time' },
          { type: 'string', format: 'date' },
        ],
      },
    });
    const when = '2026-01-02T03:04:05.000Z';
    expect(await spec.call({ text: 'a', count: 1, flag: false, when })).toEqual(['a', 1, false, new Date(when)]);
  });

  it('accepts schemas of every kind, refined by keywords; a union lists its types', async () => {
    const spec = tools.toolSpec('described');
    expect(spec.params).toMatchObject({
      id: { description: 'An id. Accepts string or integer.' },
      page: { type: 'object', properties: { size: { type: 'number' } } },
      tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
    });
    expect(spec.inputSchema.required).toEqual(['id', 'page', 'tags']);
    expect(await spec.call({ id: 1, page: { size: 2 }, tags: ['a'], counts: { a: 1 } })).toEqual([
      1,
      { size: 2 },
      ['a'],
      { a: 1 },
    ]);
    expect((await spec.exec({ id: 1, page: { size: 'x' }, tags: [] })).toText()).toContain(
      '/tags must have at least 1 item, got []',
    );
  });

  it('that is a sole object with known properties spreads; a record does not', async () => {
    expect(Object.keys(tools.toolSpec('sole').params)).toEqual(['a']);
    expect(await tools.toolSpec('sole').call({ a: 1 })).toEqual({ a: 1 });
    expect(Object.keys(tools.toolSpec('record').params)).toEqual(['data']);
    expect(await tools.toolSpec('record').call({ data: { x: 1 } })).toEqual({ x: 1 });
  });

  it('is optional by any default, and publishes a literal one', async () => {
    const spec = tools.toolSpec('defaulted');
    expect(spec.inputSchema).toEqual({
      type: 'object',
      properties: {
        a: { type: 'string', default: 'b' },
        b: { type: 'number', default: -1 },
        c: { type: 'string' },
        d: { type: 'boolean', default: true },
      },
      additionalProperties: false,
    });
    expect(await spec.call({})).toEqual(['b', -1, process.version, true]);
  });

  it('whose type is only inferred from its default is a DefinitionError with that hint', () => {
    class Inferred extends ToolRegistry {
      @Tool() list(limit = 10): number {
        return limit;
      }
    }
    expect(() => new Inferred().toToolSpecs()).toThrow(
      "Inferred.list: parameter 'limit' has no runtime type (an interface or a union). " +
        `${jestSetUp}, or use a DTO class or @Param({ schema }). If its type is inferred from its default, write the type.`,
    );
  });

  it('with a keyword of the wrong shape is a DefinitionError that names it', () => {
    class Bad extends ToolRegistry {
      @Tool() search(@Param({ minLength: -1 }) query: string): string {
        return query;
      }
    }
    expect(() => new Bad().toToolSpecs()).toThrow(/^Bad.search: parameter 'query'.*minLength/);
  });
});

describe('a Standard Schema', () => {
  const schemas: [string, StandardSchema][] = [
    ['zod', z.object({ id: z.string().min(1), limit: z.number().int().default(10) })],
    ['arktype', type({ id: 'string >= 1', 'limit?': 'number.integer' })],
    [
      'valibot',
      toStandardJsonSchema(v.object({ id: v.pipe(v.string(), v.minLength(1)), limit: v.optional(v.number(), 10) })),
    ],
  ];
  it.each(schemas)('of %s provides the JSON Schema and validates', async (_vendor, inputSchema) => {
    const tool = ToolSpec.create({ name: 't', inputSchema, executor });
    expect(tool.inputSchema).toMatchObject({
      type: 'object',
      properties: { id: { type: 'string', minLength: 1 } },
      required: ['id'],
      additionalProperties: false,
    });
    expect(await tool.call({ id: 'a', limit: 3 })).toEqual({ id: 'a', limit: 3 });
    expect(await tool.call({ id: 'a', limit: '3' })).toEqual({ id: 'a', limit: 3 });
    expect((await tool.exec({ id: '' })).toText()).toMatch(/^Invalid arguments for 't': \/id /);
    expect((await tool.exec({ id: 'a', limitt: 3 })).toText()).toContain(
      "unknown argument 'limitt' (did you mean 'limit'?)",
    );
  });

  it('converts the arguments for the method', async () => {
    const inputSchema = z.object({
      at: z.iso.datetime().transform((text) => new Date(text)),
      tags: z.string().array().default(['x']),
    });
    const tool = ToolSpec.create({ name: 't', inputSchema, executor });
    expect(tool.inputSchema).toMatchObject({
      properties: { at: { type: 'string', format: 'date-time' } },
      required: ['at'],
    });
    expect(await tool.call({ at: '2026-01-02T03:04:05Z' })).toEqual({
      at: new Date('2026-01-02T03:04:05Z'),
      tags: ['x'],
    });
  });

  it('may validate asynchronously', async () => {
    const inputSchema = z.object({ id: z.string().refine(async (id) => id !== 'taken', 'is taken') });
    const tool = ToolSpec.create({ name: 't', inputSchema, executor });
    expect(await tool.call({ id: 'free' })).toEqual({ id: 'free' });
    expect((await tool.exec({ id: 'taken' })).toText()).toBe("Invalid arguments for 't': /id is taken");
  });

  it('receives the bound values, and the tool receives them unchanged', async () => {
    const token = { secret: true };
    const inputSchema = z.object({ id: z.string(), token: z.object({ secret: z.boolean() }) });
    const tool = ToolSpec.create({ name: 't', inputSchema, executor, bind: { token: 'token' }, state: { token } });
    expect(Object.keys(tool.params)).toEqual(['id']);
    const args = (await tool.call({ id: 'a' })) as { token: unknown };
    expect(args.token).toBe(token);
  });

  it('that cannot produce a JSON Schema is a DefinitionError that names the wrapper', () => {
    const bare = v.object({ id: v.string() });
    expect(() => ToolSpec.create({ name: 't', inputSchema: bare as unknown as StandardSchema, executor })).toThrow(
      /^t: inputSchema: this valibot schema cannot produce a JSON Schema. Wrap it: toStandardJsonSchema/,
    );
    const foreign: StandardSchema = { '~standard': { version: 1, vendor: 'acme', validate: (value) => ({ value }) } };
    expect(() => ToolSpec.create({ name: 't', inputSchema: foreign, executor })).toThrow(
      /Use a version of acme with Standard JSON Schema/,
    );
  });

  it.each<[string, () => StandardSchema, string]>([
    ['z.coerce.date()', () => z.object({ to: z.string(), at: z.coerce.date() }), "'at': this zod schema cannot"],
    ['z.date()', () => z.object({ in: z.object({ at: z.date() }) }), "'in.at': this zod schema cannot"],
    ['z.coerce.bigint()', () => z.object({ at: z.coerce.bigint() }), 'BigInt cannot be represented in JSON Schema.'],
    ['z.bigint()', () => z.object({ at: z.bigint() }), 'BigInt cannot be represented in JSON Schema.'],
    ['z.map()', () => z.object({ at: z.map(z.string(), z.string()) }), 'Map cannot be represented in JSON Schema.'],
    ['z.undefined()', () => z.object({ at: z.undefined() }), 'Undefined cannot be represented in JSON Schema.'],
    ['z.instanceof()', () => z.object({ at: z.instanceof(URL) }), 'Custom types cannot be represented in JSON Schema.'],
    ['v.date()', () => toStandardJsonSchema(v.object({ at: v.date() })), 'The "date" schema cannot be converted'],
    ['v.bigint()', () => toStandardJsonSchema(v.object({ at: v.bigint() })), 'The "bigint" schema cannot be converted'],
  ])('that contains %s is a DefinitionError that names the tool, the property and the remedy', (_, create, words) => {
    const error = errorOf(() => ToolSpec.create({ name: 't', inputSchema: create(), executor }));
    expect(error).toBeInstanceOf(DefinitionError);
    expect(error?.message).toMatch(
      /^t: inputSchema: .*schema cannot produce a JSON Schema: .*\. Describe the JSON value/,
    );
    expect(error?.message).toContain(words);
    expect(error?.message).toContain(
      'A bound value without a JSON form is no part of the schema, but a further parameter:',
    );
    const output = errorOf(() => ToolSpec.create({ name: 't', outputSchema: create(), executor }));
    expect(output).toBeInstanceOf(DefinitionError);
    expect(output?.message).toMatch(/^t: outputSchema: .* Describe the JSON value that is returned/);
  });

  it('of one parameter is refused with the name of the parameter', () => {
    class Diary extends ToolRegistry {
      @Tool({ params: { day: { schema: z.coerce.date() } } })
      open(day: Date): string {
        return day.toISOString();
      }
    }
    expect(() => new Diary().toToolSpecs()).toThrow(
      /^Diary\.open: parameter 'day'.*: this zod schema cannot produce a JSON Schema: Date cannot be represented/,
    );
  });

  it('converts a text to a date, as the remedy says', async () => {
    const inputSchema = z.object({ at: z.iso.datetime().pipe(z.coerce.date()) });
    const tool = ToolSpec.create({ name: 't', inputSchema, executor });
    expect(await tool.call({ at: '2026-01-02T03:04:05Z' })).toEqual({ at: new Date('2026-01-02T03:04:05Z') });
  });

  it('is read for output as well', async () => {
    const tool = ToolSpec.create({
      name: 't',
      outputSchema: z.object({ n: z.number() }),
      executor: { kind: 'test', execute: () => ({ n: 'x' }) },
    });
    expect(tool.outputSchema).toMatchObject({ type: 'object', properties: { n: { type: 'number' } } });
    expect((await tool.exec()).error?.code).toBe('invalid_output');
  });
});

describe('a schema source', () => {
  it('that is a class without rules is a DefinitionError', () => {
    class Plain {}
    expect(() => ToolSpec.create({ name: 't', inputSchema: Plain as Class, executor })).toThrow(
      /^t: inputSchema: class 'Plain' has no class-validator rules/,
    );
    expect(() => ToolSpec.create({ name: 't', inputSchema: Plain as Class, executor })).toThrow(DefinitionError);
  });

  it('with a reference at its root shows its properties at the top', () => {
    const spec = ToolSpec.create({
      name: 't',
      executor,
      inputSchema: {
        $ref: '#/$defs/Node',
        $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } }, required: ['next'] } },
      },
    });
    expect(spec.inputSchema).toMatchObject({ type: 'object', required: ['next'], additionalProperties: false });
    expect(Object.keys(spec.bind('next').params)).toEqual([]);
  });
});
