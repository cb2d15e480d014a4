import 'reflect-metadata';
import { plainToInstance, Type } from 'class-transformer';
import * as v from 'class-validator';
import { judgeOf } from '../../../src/schema/dto/dto-judge.js';
import { createDtoReceiver } from '../../../src/schema/dto/dto-receiver.js';
import type { RuleEntry } from '../../../src/schema/dto/rule-entry.js';
import { ruleTable } from '../../../src/schema/dto/rule-table.js';
import type { DtoClass } from '../../../src/schema/dto/validation-rules.js';
import { fc } from '../../support/fast-check.js';
import { decoratorSamples, validTexts } from './decorator-samples.js';

/** What only class-validator runs: JSON has no promises, and the other two do as their author says. */
const leftOpen = ['ValidateIf', 'Validate', 'ValidatePromise'];

describe('judgeOf', () => {
  describe.each(ruleTable.filter(({ rule }) => rule !== ''))('@$decorator', (entry) => {
    if (leftOpen.includes(entry.decorator)) {
      it.each(samplesOf(entry))('is left to class-validator %#', (decorate) => {
        expect(judgeOf(classWith(decorate))).toBeUndefined();
      });
      return;
    }

    it.each(samplesOf(entry))('is judged as class-validator judges it %#', (decorate) => {
      const dto = classWith(decorate);
      fc.assert(
        fc.property(anyValue, (value) => {
          const instance = Object.assign(new dto(), { value });
          const accepted = passes(instance);
          // No JSON is a set, so those are not looked into; nor are lengths counted where characters take two places.
          if (accepted && !isUncounted(entry, value))
            expect({ value, judged: judges(dto, instance) }).toEqual({ value, judged: true });
          if (!accepted) expect({ value, judged: judges(dto, instance) }).toEqual({ value, judged: false });
        }),
      );
    });
  });

  it.each<[string, (options: v.ValidationOptions) => PropertyDecorator]>([
    ['IsString', v.IsString],
    ['IsInt', v.IsInt],
    ['IsNotEmpty', v.IsNotEmpty],
    ['IsDefined', v.IsDefined],
    ['Min', (options) => v.Min(1, options)],
    ['MinLength', (options) => v.MinLength(2, options)],
    ['IsIn', (options) => v.IsIn(['a', 1, null], options)],
    ['NotEquals', (options) => v.NotEquals('a', options)],
    ['IsEmail', (options) => v.IsEmail({}, options)],
    ['ArrayMinSize', (options) => v.ArrayMinSize(1, options)],
  ])('judges each item by @%s, or the value where it is no array', (_, decorator) => {
    const dto = classWith(decorator({ each: true }));
    fc.assert(
      fc.property(fc.oneof(anyValue, fc.array(anyValue)), (value) => {
        const instance = Object.assign(new dto(), { value });
        expect({ value, judged: judges(dto, instance) }).toEqual({ value, judged: passes(instance) });
      }),
    );
  });

  it('counts variation selectors no more than class-validator does', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\uFE0F', '\uFE0E', '\uD83D', '\uDE00', '😀'), maxLength: 6 });
    for (const decorate of [v.MinLength(1), v.MinLength(3), v.MaxLength(2), v.Length(1, 3), v.Length(2)]) {
      const dto = classWith(decorate);
      fc.assert(
        fc.property(text, (value) => {
          const instance = Object.assign(new dto(), { value });
          if (judges(dto, instance)) expect({ value, accepted: passes(instance) }).toEqual({ value, accepted: true });
        }),
      );
    }
  });

  it('judges what initialisers leave', () => {
    class Dto {
      @v.Max(100) limit = 500;
    }
    expect(judgeOf(Dto)?.(new Dto())).toBe(false);
    expect(judgeOf(Dto)?.(Object.assign(new Dto(), { limit: 1 }))).toBe(true);
  });

  it('accepts no property without a rule', () => {
    class Dto {
      @v.IsOptional() @v.IsString() name?: string;
    }
    const judge = judgeOf(Dto);
    expect(judge?.(new Dto())).toBe(true);
    expect(judge?.(Object.assign(new Dto(), { other: undefined }))).toBe(false);
  });

  it('judges nested instances by their own classes, also those that lead back to themselves', () => {
    class Node {
      @v.IsInt() n!: number;
      @v.IsOptional() @v.ValidateNested({ each: true }) children?: Node[];
    }
    const node = (n: unknown, children?: unknown) => Object.assign(new Node(), { n, children });
    const judge = judgeOf(Node);
    expect(judge?.(node(1, [node(2), node(3, [node(4)])]))).toBe(true);
    expect(judge?.(node(1, [node(2), node(3, [node('4')])]))).toBe(false);
    expect(judge?.(node(1, [{ n: 2 }]))).toBe(false);
    expect(judge?.(node(1, node(2)))).toBe(true);
    expect(judge?.(node(1, 'no'))).toBe(false);
  });

  it('exempts properties', () => {
    class Dto {
      @v.IsString() name!: string;
      @v.IsInt() owner!: number;
    }
    const instance = Object.assign(new Dto(), { name: 'a' });
    expect(judgeOf(Dto)?.(instance)).toBe(false);
    expect(judgeOf(Dto, new Set(['owner']))?.(instance)).toBe(true);
    expect(judgeOf(Dto, new Set(['name']))?.(instance)).toBe(false);
  });

  it.each<[string, PropertyDecorator]>([
    ['of an author', v.ValidateBy({ name: 'isOdd', validator: { validate: (value) => value === 1 } })],
    [
      'under the name of another',
      v.ValidateBy({
        name: 'isString',
        validator: { validate: (value) => typeof value === 'string' && value !== ' ' },
      }),
    ],
    ['that says `validateIf`', v.IsString({ validateIf: () => true })],
    ['with a pattern that remembers', v.Matches(/a/y)],
  ])('leaves a rule %s to class-validator', (_, decorate) => {
    expect(judgeOf(classWith(decorate))).toBeUndefined();
  });

  it('reads values and options that their owner changes later', () => {
    const allowed = ['a', 'b'];
    const options: v.IsNumberOptions = {};
    class Dto {
      @v.IsIn(allowed) name!: string;
      @v.IsNumber(options) price!: number;
    }
    const instance = Object.assign(new Dto(), { name: 'b', price: 1.25 });
    expect(judgeOf(Dto)?.(instance)).toBe(true);
    allowed.pop();
    expect(judgeOf(Dto)?.(instance)).toBe(false);
    allowed.push('b');
    options.maxDecimalPlaces = 1;
    expect(judgeOf(Dto)?.(instance)).toBe(false);
  });

  it('has class-validator look through all classes for no arguments, good or bad', async () => {
    class Inner {
      @v.IsEmail() mail!: string;
    }
    class Dto {
      @v.IsString() @v.MinLength(1) name!: string;
      @v.ValidateNested({ each: true }) @Type(() => Inner) inner!: Inner[];
    }
    const scans = countScans();
    const receive = createDtoReceiver(Dto);
    const good = { name: 'a', inner: [{ mail: 'a@b.de' }] };
    await receive(good);
    expect(receive(good)).toEqual({ ok: true, value: plainToInstance(Dto, good) });
    expect(await receive({ ...good, name: 1 })).toMatchObject({ ok: false });
    expect(scans.count()).toBe(0);
    await v.validate(new Dto());
    expect(scans.count()).toBe(1);
    scans.restore();
  });
});

const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ stringUnit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^[0-9a-fA-F.+-]{1,40}$/),
  fc.constantFrom(...validTexts),
  fc.constantFrom<unknown>(undefined, null, '', 0, Number.NaN, Number.POSITIVE_INFINITY, [undefined], new Date(0)),
  fc.array(fc.constantFrom('a', 'b', 1, null, true)),
  fc.integer({ min: -10, max: 100 }),
  fc.double(),
);

function samplesOf({ decorator }: RuleEntry): readonly (readonly [PropertyDecorator])[] {
  return (decoratorSamples[decorator] ?? []).map((decorate) => [decorate] as const);
}

function classWith(decorate: PropertyDecorator): new () => object {
  class Dto {}
  decorate(Dto.prototype, 'value');
  return Dto;
}

function passes(instance: object): boolean {
  try {
    return v.validateSync(instance, { whitelist: true, forbidNonWhitelisted: true }).length === 0;
  } catch {
    return false;
  }
}

function judges(dto: DtoClass, instance: object): boolean {
  try {
    return judgeOf(dto)?.(instance) === true;
  } catch {
    return false;
  }
}

function isUncounted({ decorator }: RuleEntry, value: unknown): boolean {
  if (typeof value === 'number') return decorator === 'IsNumber' && !Number.isFinite(value);
  const isCounted = ['Length', 'MinLength', 'MaxLength'].includes(decorator);
  return isCounted && typeof value === 'string' && /[\uFE0E\uFE0F]|\p{Surrogate}|[\u{10000}-\u{10FFFF}]/u.test(value);
}

/** How often class-validator looks up the rules of a class. */
function countScans() {
  const storage = v.getMetadataStorage();
  const original = storage.getTargetValidationMetadatas;
  let count = 0;
  storage.getTargetValidationMetadatas = (...args) => {
    count++;
    return original.apply(storage, args);
  };
  return {
    count: () => count,
    restore: () => {
      Reflect.deleteProperty(storage, 'getTargetValidationMetadatas');
    },
  };
}
