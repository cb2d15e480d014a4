import 'toolwright/dto';
import 'reflect-metadata';
import { Expose, Transform, Type } from 'class-transformer';
import {
  ArrayUnique,
  IsDate,
  IsEmail,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  registerDecorator,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { createDtoParser } from '../../src/schema/class-validator/dto-parser.js';
import type { DtoClass } from '../../src/schema/dto/validation-rules.js';
import { Field } from '../../src/tool/decorators/field.js';

describe('createDtoParser', () => {
  it('returns an instance of the class, including nested classes', async () => {
    const given = { title: 'a', item: { price: 1 } };
    const verdict = await createDtoParser(Order)(given);
    expect(verdict.ok).toBe(true);
    const order = verdict.ok ? (verdict.value as Order) : undefined;
    expect(order).toBeInstanceOf(Order);
    expect(order?.item).toBeInstanceOf(Item);
    expect(order).toEqual(Object.assign(new Order(), { title: 'a', item: Object.assign(new Item(), { price: 1 }) }));
  });

  it('reports the path, the expected and the received value, and the keyword', async () => {
    expect(await issues(Order, { title: 'a', item: { price: -1 } })).toEqual([
      { path: '/item/price', message: 'must be >= 0, got -1', rule: 'minimum' },
    ]);
    expect(await issues(Order, { title: 5, item: 'no' })).toEqual([
      { path: '/title', message: 'must be string, got 5', rule: 'type' },
      { path: '/item', message: 'must be object, got "no"', rule: 'type' },
    ]);
  });

  it('reports the messages of class-validator for rules beyond the schema', async () => {
    class Contact {
      @IsEmail() mail!: string;
      @IsInt() @Min(0) age!: number;
      @ValidateNested() @Type(() => Item) item!: Item;
    }
    expect(await issues(Contact, { mail: 'a@b.de', age: -1, item: { price: -1 } })).toEqual([
      { path: '/age', message: 'must not be less than 0, got -1', rule: 'min' },
      { path: '/item/price', message: 'must not be less than 0, got -1', rule: 'min' },
    ]);
    expect(await issues(Contact, { mail: 'a', age: 1, item: 'no' })).toEqual([
      { path: '/mail', message: 'must be an email, got "a"', rule: 'isEmail' },
      { path: '/item', message: 'must be either object or array, got "no"', rule: 'nestedValidation' },
    ]);
  });

  it('counts a variation selector with the character before it', async () => {
    class Text {
      @Length(2, 3) text!: string;
    }
    expect(await issues(Text, { text: 'a\uFE0Fb\uFE0Fc\uFE0F' })).toEqual([]);
    expect(await issues(Text, { text: 'a\uFE0F' })).toEqual([
      { path: '/text', message: expect.stringMatching(/^must have at least 2 characters, got /), rule: 'minLength' },
    ]);
    expect(await issues(Text, { text: '\uFE0F\uFE0F\uFE0F\uFE0F' })).toMatchObject([{ rule: 'maxLength' }]);
  });

  it('uses class-validator if an initialiser violates a rule of its own property', async () => {
    class Limited {
      @IsInt() @Max(100) limit = 500;
      @IsOptional() @IsString() note?: string;
    }
    expect(await issues(Limited, { limit: 5 })).toEqual([]);
    expect(await issues(Limited, {})).toEqual([{ path: '/limit', message: 'is missing', rule: 'required' }]);
  });

  it.each<[string, () => DtoClass]>([
    [
      'has the name of another',
      () => {
        class Dto {
          @ValidateBy({ name: 'isString', validator: { validate: (value) => value === 'odd' } }) text!: string;
        }
        return Dto;
      },
    ],
    [
      'holds under a condition',
      () => {
        class Dto {
          @IsString() @MaxLength(3, { validateIf: (_, value) => value !== 'odd' && value !== 'even' }) text!: string;
        }
        return Dto;
      },
    ],
  ])('uses class-validator if a rule %s', async (_, define) => {
    const parse = createDtoParser(define());
    expect(await parse({ text: 'odd' })).toMatchObject({ ok: true });
    expect(await parse({ text: 'other' })).toMatchObject({ ok: false });
  });

  it('names unknown properties at every level, with the nearest known one', async () => {
    expect(await issues(Order, { title: 'a', tilte: 'b', item: { price: 1, prize: 2, color: 'red' } })).toEqual([
      { path: '/tilte', message: "is unknown (did you mean 'title'?)", rule: 'unknown' },
      { path: '/item/prize', message: "is unknown (did you mean 'price'?)", rule: 'unknown' },
      { path: '/item/color', message: 'is unknown', rule: 'unknown' },
    ]);
  });

  it('reads a class that is not initialised yet only if its property is sent', async () => {
    class Dto {
      @IsString() name!: string;
      @IsOptional()
      @Type(() => {
        throw new ReferenceError('not yet');
      })
      late?: unknown;
    }
    expect(await issues(Dto, { name: 'a' })).toEqual([]);
    expect(await issues(Dto, { name: 'a', late: {} })).toEqual([
      { path: '', message: 'cannot be converted (not yet)', rule: 'transform' },
    ]);
  });

  it('points into arrays, sets and maps, and escapes pointers', async () => {
    class Box {
      @ValidateNested({ each: true }) @Type(() => Item) list: Item[] = [];
      @ValidateNested({ each: true }) @Type(() => Item) set: Set<Item> = new Set();
      @ValidateNested({ each: true }) @Type(() => Item) map: Map<string, Item> = new Map();
    }
    const wrong = { price: 'x' };
    const found = await issues(Box, { list: [{ price: 1 }, wrong], set: [wrong], map: { 'a/b~c': wrong } });
    expect(found.filter(({ rule }) => rule === 'isInt').map(({ path }) => path)).toEqual([
      '/list/1/price',
      '/set/0/price',
      '/map/a~1b~0c/price',
    ]);
  });

  it('uses the names under which properties are exposed', async () => {
    class Renamed {
      @Expose({ name: 'max_results' }) @IsInt() maxResults!: number;
    }
    expect(await issues(Renamed, { max_results: 'x' })).toEqual([
      { path: '/max_results', message: 'must be an integer number, got "x"', rule: 'isInt' },
    ]);
    expect(await issues(Renamed, { max_results: 1, maxresults: 2 })).toEqual([
      { path: '/maxresults', message: "is unknown (did you mean 'max_results'?)", rule: 'unknown' },
    ]);
  });

  it('shows the received value, not the converted value', async () => {
    class Dated {
      @Type(() => Number) @IsInt() count!: number;
    }
    expect(await issues(Dated, { count: 'many' })).toEqual([
      { path: '/count', message: 'must be an integer number, got "many"', rule: 'isInt' },
    ]);
  });

  it('describes issues of items and of missing values', async () => {
    class Listed {
      @IsString({ each: true }) @ArrayUnique() tags!: string[];
    }
    expect(await issues(Listed, { tags: [1, 1] })).toEqual([
      { path: '/tags', message: 'elements must be unique, got [1,1]', rule: 'arrayUnique' },
      { path: '/tags/0', message: 'must be a string, got 1', rule: 'isString' },
      { path: '/tags/1', message: 'must be a string, got 1', rule: 'isString' },
    ]);
    expect((await issues(Listed, {})).map(({ message }) => message)).toEqual(['is missing']);
  });

  it.each([[[]], ['{}'], [5], [null], [undefined], [true]])('rejects %p, which is not an object', async (value) => {
    expect(await issues(Order, value)).toEqual([
      { path: '', message: expect.stringMatching(/^must be an object, got /), rule: 'type' },
    ]);
  });

  it('preserves a custom message', async () => {
    class Custom {
      @IsInt({ message: 'Bitte eine ganze Zahl' }) n!: number;
    }
    expect(await issues(Custom, { n: 'x' })).toEqual([
      { path: '/n', message: 'Bitte eine ganze Zahl, got "x"', rule: 'isInt' },
    ]);
  });

  it('does not change the arguments, including discriminators', async () => {
    class Sub extends Item {}
    class Discriminated {
      @ValidateNested()
      @Type(() => Item, { discriminator: { property: 'kind', subTypes: [{ value: Sub, name: 'sub' }] } })
      item!: Item;
      @ValidateNested({ each: true })
      @Type(() => Item, { discriminator: { property: 'kind', subTypes: [{ value: Sub, name: 'sub' }] } })
      items!: Item[];
    }
    const given = { item: { kind: 'sub', price: 1 }, items: [{ kind: 'sub', price: 2 }] };
    const before = structuredClone(given);
    const parse = createDtoParser(Discriminated);
    const verdict = await parse(given);
    expect(given).toEqual(before);
    expect(verdict.ok && (verdict.value as Discriminated).item).toBeInstanceOf(Sub);
    expect((await parse(deepFreeze(given))).ok).toBe(true);
  });

  it('leaves out a discriminator that is a date, as class-transformer does', async () => {
    class Visit {
      @IsDate() @Type(() => Date) day = new Date(0);
    }
    class Dated {
      @ValidateNested()
      @Type(() => Visit, { discriminator: { property: 'day', subTypes: [{ value: Visit, name: 'today' }] } })
      visit!: Visit;
    }
    const verdict = await createDtoParser(Dated)({ visit: { day: 'today' } });
    expect(verdict.ok && (verdict.value as Dated).visit.day).toEqual(new Date(0));
  });

  it('lets no @Transform change the arguments', async () => {
    class Greedy {
      @Transform(({ obj }) => {
        obj.list.push(1);
        return obj.list.length;
      })
      @IsInt()
      count!: number;
      @IsOptional() list?: number[];
    }
    const given = { count: 0, list: [] };
    expect((await createDtoParser(Greedy)(given)).ok).toBe(true);
    expect(given).toEqual({ count: 0, list: [] });
  });

  it('rejects values on which a @Transform or a rule throws', async () => {
    class Fragile {
      @Transform(({ value }) => value.trim()) @IsString() text!: string;
      // class-validator cannot count the decimal places of 1e-7.
      @IsOptional() @IsNumber({ maxDecimalPlaces: 2 }) price?: number;
    }
    expect(await issues(Fragile, { text: 5 })).toEqual([
      { path: '', message: 'cannot be converted (value.trim is not a function)', rule: 'transform' },
    ]);
    expect(await issues(Fragile, { text: 'a', price: 1e-7 })).toEqual([
      { path: '', message: expect.stringMatching(/^cannot be checked \(.+\)$/), rule: 'validation' },
    ]);
  });

  it('rejects values for which an asynchronous rule rejects', async () => {
    class Remote {
      @rejecting() name!: string;
    }
    expect(await issues(Remote, { name: 'a' })).toEqual([
      { path: '', message: 'cannot be checked (no connection)', rule: 'validation' },
    ]);
  });

  it('sets bound values on the instance without validation', async () => {
    class Owned {
      @IsString() title!: string;
      @IsInt() owner!: number;
      @Expose({ name: 'on_behalf' }) @IsString() onBehalf!: string;
    }
    class Plain {
      @IsString() title!: string;
      @IsInt() owner!: number;
    }
    const parsePlain = createDtoParser(Plain);
    const owner = { id: 7 };
    for (const bound of [{ owner }, { owner, other: 1 }, { owner }]) {
      const verdict = await parsePlain({ title: 'a' }, bound);
      expect(verdict).toEqual({ ok: true, value: Object.assign(new Plain(), { title: 'a', owner }) });
    }
    expect(await parsePlain({ title: 1 }, { owner })).toMatchObject({ ok: false, issues: [{ path: '/title' }] });
    expect(await parsePlain({ title: 'a' }, {})).toMatchObject({ ok: false, issues: [{ path: '/owner' }] });
    const verdict = await createDtoParser(Owned)({ title: 'a' }, { owner: 'x', on_behalf: 5 });
    expect(verdict).toMatchObject({ ok: true, value: { title: 'a', owner: 'x', onBehalf: 5 } });
  });

  it('awaits asynchronous rules', async () => {
    class Slow {
      @asynchronously((value) => value === 'free') name!: string;
    }
    const parse = createDtoParser(Slow);
    expect((await parse({ name: 'free' })).ok).toBe(true);
    expect(await issues(Slow, { name: 'taken' })).toEqual([
      { path: '/name', message: 'violates the rule isFree, got "taken"', rule: 'isFree' },
    ]);
  });

  it('names a property without a rule, because class-validator rejects it', async () => {
    class Forgetful {
      @IsString() name!: string;
      @Field({ description: 'No rule' }) note?: string;
    }
    const found = await issues(Forgetful, { name: 'a', note: 'b' });
    expect(found).toEqual([
      {
        path: '/note',
        message: 'has no class-validator rule: add one to Forgetful.note, or @Allow()',
        rule: 'whitelistValidation',
      },
    ]);
  });

  it('rejects nested values of a class without rules', async () => {
    class Untyped {
      @ValidateNested() inner!: object;
    }
    expect(await issues(Untyped, { inner: { a: 1 } })).toEqual([
      { path: '/inner', message: 'is not an instance of a class with rules, got {"a":1}', rule: 'unknownValue' },
    ]);
  });
});

class Item {
  @IsInt() @Min(0) price!: number;
}

class Order {
  @IsString() title!: string;
  @ValidateNested() @Type(() => Item) item!: Item;
}

async function issues(dto: DtoClass, value: unknown) {
  const verdict = await createDtoParser(dto)(value);
  return verdict.ok ? [] : verdict.issues;
}

function asynchronously(isFree: (value: unknown) => boolean): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: 'isFree',
      async: true,
      target: target.constructor,
      propertyName: String(property),
      validator: { validate: async (value: unknown) => isFree(value) },
    });
}

function rejecting(): PropertyDecorator {
  return asynchronously(() => {
    throw new RangeError('no connection');
  });
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  return Object.freeze(value);
}
