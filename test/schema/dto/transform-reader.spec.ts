import 'reflect-metadata';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import { Allow, IsArray, IsDate, IsInt, IsString, ValidateNested } from 'class-validator';
import { probeTransforms, type TransformFacts } from '../../../src/schema/dto/transform-probe.js';
import { readTransforms } from '../../../src/schema/dto/transform-reader.js';
import { type TransformStorage, transformStorageOf } from '../../../src/schema/dto/transform-storage.js';
import { classesWithRules, type DtoClass, rulesOf } from '../../../src/schema/dto/validation-rules.js';
import { fc, runs } from '../../support/fast-check.js';
import { dtoCases } from './generated-dto.js';

// Making a class takes a while, on a busy machine a long one.
const timeoutMs = 60_000;

let storage: TransformStorage;

beforeAll(() => {
  const loaded = transformStorageOf(Type);
  if (loaded === undefined) throw new TypeError('class-transformer has another storage than it had');
  storage = loaded;
});

describe('readTransforms', () => {
  it(
    'says of generated classes what a probe says, or leaves them to it',
    () => {
      const count = { read: 0, left: 0 };
      fc.assert(
        fc.property(dtoCases('any'), ({ dto }) => {
          const read = readOrLeave(dto);
          count[read === undefined ? 'left' : 'read']++;
          if (read !== undefined) expect([...read]).toEqual([...probe(dto)]);
        }),
        { numRuns: runs(2) },
      );
      expect(Math.min(count.read, count.left)).toBeGreaterThan(0);
    },
    timeoutMs,
  );

  it('reads types, lists, dates and what has none, inherited ones too', () => {
    class Inner {
      @IsString() name = 'a';
    }
    class Parent {
      @IsArray() @ValidateNested({ each: true }) @Type(() => Inner) inherited!: Inner[];
      @IsInt() replaced!: number;
    }
    class Dto extends Parent {
      @ValidateNested() @Type(() => Inner) inner!: Inner;
      @ValidateNested() @Type(() => Inner) untyped: unknown;
      @IsDate() @Type(() => Date) date!: Date;
      @IsInt({ each: true }) @Type(() => Number) numbers!: number[];
      @IsString() @Type(() => String) text!: number;
      @Allow() @Type(() => Boolean) flag!: boolean;
      @Allow() open!: object;
      @Allow() @Transform(({ value }) => `${value}`, { toPlainOnly: true }) outward!: unknown;
      @Allow() @Exclude({ toPlainOnly: true }) inward!: unknown;
      @IsInt() @Type(() => Number) declare replaced: number;
    }
    const read = readOrLeave(Dto);
    expect(read && Object.fromEntries([...read].map(([name, { type }]) => [name, type]))).toEqual({
      inherited: Inner,
      inner: Inner,
      untyped: Inner,
      date: Date,
      numbers: Number,
      text: String,
      flag: Boolean,
      open: undefined,
      outward: undefined,
      inward: undefined,
      replaced: Number,
    });
    expect([...(read ?? [])]).toEqual([...probe(Dto)]);
  });

  it('makes no instance of the class', () => {
    let made = 0;
    class Dto {
      @IsString() name!: string;
      constructor() {
        made++;
      }
    }
    expect(readOrLeave(Dto)?.size).toBe(1);
    expect(made).toBe(0);
  });

  it.each<[string, () => DtoClass]>([
    ['@Transform', () => decorated(Transform(({ value }) => value))],
    ['@Expose', () => decorated(Expose({ name: 'outer' }))],
    ['@Exclude', () => decorated(Exclude())],
    ['@Type without a class', () => decorated(Type())],
    ['@Type of a class without rules', () => decorated(Type(() => class {}))],
    ['@Type that looks at the value', () => decorated(Type((where) => (where?.object.a ? Date : Number)))],
    ['@Type that throws', () => decorated(Type(throwing))],
    ['a set', () => emitting(Set)],
    ['a map', () => emitting(Map)],
    ['a list of a class of its own', () => emitting(class List extends Array {})],
    ['a discriminator', () => decorated(Type(() => Ruled, { discriminator: { property: 'a', subTypes: [] } }))],
    ['a nested class that throws', () => decorated(Type(() => Throwing))],
    ['a nested class with @Expose', () => decorated(Type(() => Exposing))],
    ['a nested class that is a list', () => decorated(Type(() => Listing))],
    ['an accessor', () => withAccessor()],
    ['a whole that is excluded', () => excluded()],
    ['a member of every object', () => decorated(Allow(), 'valueOf')],
  ])('leaves %s to the probe', (_, make) => {
    const dto = make();
    expect(rulesOf(dto).length).toBeGreaterThan(0);
    expect(readOrLeave(dto)).toBeUndefined();
  });
});

class Ruled {
  @Allow() name: unknown;
}

class Throwing extends Ruled {
  constructor() {
    super();
    throwing();
  }
}

class Exposing extends Ruled {
  @Expose() @Transform(({ value }) => value.length) size!: number;
}

class Listing extends Ruled {
  push(): void {}
}

function throwing(): never {
  throw new RangeError('not yet');
}

function decorated(decorate: PropertyDecorator, name = 'value'): DtoClass {
  class Dto {
    @IsString() other!: string;
  }
  Allow()(Dto.prototype, name);
  decorate(Dto.prototype, name);
  return Dto;
}

/** A property of which the compiler emitted a type. */
function emitting(type: unknown): DtoClass {
  return decorated((prototype, name) => {
    Reflect.defineMetadata('design:type', type, prototype, name);
    Type(() => Ruled)(prototype, name);
  });
}

function withAccessor(): DtoClass {
  class Dto {
    @Allow()
    get value(): number {
      return 1;
    }
  }
  return Dto;
}

function excluded(): DtoClass {
  @Exclude()
  class Dto {
    @Allow() value: unknown;
  }
  return Dto;
}

function readOrLeave(dto: DtoClass): ReadonlyMap<string, TransformFacts> | undefined {
  return readTransforms({ dto, properties: propertiesOf(dto) }, storage);
}

function probe(dto: DtoClass): ReadonlyMap<string, TransformFacts> {
  return probeTransforms({ dto, properties: propertiesOf(dto), candidates: classesWithRules });
}

function propertiesOf(dto: DtoClass): ReadonlySet<string> {
  return new Set(rulesOf(dto).map(({ property }) => property));
}
