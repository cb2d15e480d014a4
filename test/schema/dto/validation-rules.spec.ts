import 'toolwright/dto';
import 'reflect-metadata';
import { Allow, getMetadataStorage, IsInt, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { isDtoClass } from '../../../src/schema/dto/is-dto-class.js';
import { rulesOf } from '../../../src/schema/dto/validation-rules.js';
import { Field } from '../../../src/tool/decorators/field.js';

describe('isDtoClass', () => {
  it('recognises classes with rules, inherited rules or fields', () => {
    class Own {
      @IsString() name!: string;
    }
    class Inherited extends Own {}
    class Documented {
      @Field({ description: 'x' }) name!: string;
    }
    expect([Own, Inherited, Documented].map(isDtoClass)).toEqual([true, true, true]);
  });

  it.each([
    [class {}],
    [String],
    [Date],
    [Function],
    [() => 1],
    [{}],
    [null],
    [undefined],
    ['Dto'],
    [Object.create(null)],
  ])('does not recognise %p as a DTO', (value) => {
    expect(isDtoClass(value)).toBe(false);
  });

  it('recognises rules that are added later', () => {
    class Late {
      name!: string;
    }
    expect(isDtoClass(Late)).toBe(false);
    IsString()(Late.prototype, 'name');
    expect(isDtoClass(Late)).toBe(true);
  });

  it('recognises no DTO if class-validator was never loaded', () => {
    class Decorated {
      @IsString() name!: string;
    }
    withStorage(undefined, () => expect(isDtoClass(Decorated)).toBe(false));
    expect(isDtoClass(Decorated)).toBe(true);
  });

  it('never scans all classes', () => {
    const storage = getMetadataStorage();
    const byClass: unknown = Reflect.get(storage, 'validationMetadatas');
    const scans = [
      countCalls(storage, 'getTargetValidationMetadatas'),
      ...(['entries', 'keys', 'values', 'forEach', Symbol.iterator] as const).map((way) =>
        countCalls(byClass as Map<unknown, unknown>, way),
      ),
    ];
    class Dto {
      @IsInt() n!: number;
    }
    expect([Dto, class extends Dto {}, class {}, String].map(isDtoClass)).toEqual([true, true, false, false]);
    expect(scans.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0]);
    for (const { restore } of scans) restore();
  });
});

describe('rulesOf', () => {
  it('returns the rules that class-validator runs, declared, inherited or replaced', () => {
    class First {
      @IsString() @MaxLength(3) id!: unknown;
      @IsOptional() @IsInt() count?: number;
      @IsInt() @Min(1) level!: number;
    }
    class Second extends First {
      @Min(2) declare level: number;
      @Allow() declare count: number;
    }
    class Third extends Second {
      @IsInt({ each: true, groups: ['g'] }) declare id: unknown;
    }
    for (const dto of [First, Second, Third]) {
      const expected = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
      expect(named(rulesOf(dto))).toEqual(
        expected.map((rule) => `${rule.propertyName} ${rule.name ?? rule.type}`).sort(),
      );
    }
  });

  it('uses the public method if the storage has another shape', () => {
    class Dto {
      @IsString({ each: true }) names!: string[];
    }
    const records = getMetadataStorage().getTargetValidationMetadatas(Dto, '', false, false);
    withStorage({ getTargetValidationMetadatas: () => records }, () => {
      expect(rulesOf(Dto)).toEqual([
        {
          property: 'names',
          name: 'isString',
          kind: 'customValidation',
          constraints: [],
          each: true,
          conditional: false,
          hasMessage: false,
          constraint: expect.any(Function),
        },
      ]);
    });
  });

  it('follows classes that only inherit by their prototypes', () => {
    class Parent {
      @IsString() name!: string;
    }
    function Child(): void {}
    Child.prototype = Object.create(Parent.prototype, { constructor: { value: Child } });
    expect(named(rulesOf(Child))).toEqual(['name isString']);
  });
});

function named(rules: readonly { readonly property: string; readonly name: string }[]): readonly string[] {
  return rules.map(({ property, name }) => `${property} ${name}`).sort();
}

function withStorage(storage: unknown, run: () => void): void {
  const place = globalThis as { classValidatorMetadataStorage?: unknown };
  const kept = place.classValidatorMetadataStorage;
  place.classValidatorMetadataStorage = storage;
  try {
    run();
  } finally {
    place.classValidatorMetadataStorage = kept;
  }
}

function countCalls<T extends object>(target: T, method: keyof T): { count: number; restore: () => void } {
  const original = target[method] as (...args: unknown[]) => unknown;
  const counter = {
    count: 0,
    restore: () => {
      Reflect.deleteProperty(target, method);
    },
  };
  Object.defineProperty(target, method, {
    configurable: true,
    value: (...args: unknown[]) => {
      counter.count++;
      return original.apply(target, args);
    },
  });
  return counter;
}
