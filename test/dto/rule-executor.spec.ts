import 'toolwright/dto';
import 'reflect-metadata';
import { plainToInstance, Type } from 'class-transformer';
import {
  Contains,
  Equals,
  getMetadataStorage,
  IsDefined,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Min,
  registerDecorator,
  ValidateNested,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
  validate,
} from 'class-validator';
import { ValidationExecutor } from 'class-validator/cjs/validation/ValidationExecutor.js';
import { isRuleExecutorClass, type RuleExecutorClass } from '../../src/schema/class-validator/private-modules.js';
import { createValidate } from '../../src/schema/class-validator/rule-executor.js';
import { fc } from '../support/fast-check.js';
import { dtoCases } from './generated-dto.js';

const options = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true };
const parts = { Executor: ValidationExecutor as RuleExecutorClass, storage: getMetadataStorage(), options };

describe('createValidate', () => {
  it('finds the errors that class-validator finds, in their order', async () => {
    const validateFlat = createValidate(parts);
    let found = 0;
    await fc.assert(
      fc.asyncProperty(dtoCases('any'), async ({ dto, input }) => {
        const [flat, plain] = [instanceOf(dto, input), instanceOf(dto, input)];
        if (flat === undefined || plain === undefined) return;
        const errors = await settle(() => validate(plain, options));
        expect(await settle(() => validateFlat(flat))).toEqual(errors);
        if (errors.includes('constraints')) found++;
      }),
    );
    expect(found).toBeGreaterThan(0);
  });

  class Inner {
    @IsInt() n!: number;
  }

  class Dto {
    @IsInt({ message: 'not $value, $property of $target' }) valued!: unknown;
    @IsInt({ message: ({ property, value }) => `${property}: ${String(value)}` }) told!: unknown;
    @IsInt({ message: '' }) untold!: unknown;
    @IsIn(['$property', 'a'], { message: '$constraint1 of $target' }) dollar!: unknown;
    @IsIn([{}, 5, null]) odd!: unknown;
    @Equals(Symbol('s')) symbol!: unknown;
    @Length(1, 2, { message: '$constraint2 over $constraint1 and $constraint12, $constraint3, $constraint1' })
    long!: string;
    @IsInt({ each: true }) @Min(3, { each: true }) many!: unknown;
    @IsDefined() @IsString() 7!: unknown;
    @IsOptional() @IsString() 'a b'?: unknown;
    @ValidateNested() @Type(() => Inner) inner!: unknown;
    @ValidateNested({ each: true, message: 'no $property' }) @Type(() => Inner) inners!: unknown;
    @Matches(/^a/) @Contains('b') text!: string;
    @Equals(null) nothing!: unknown;
  }

  class Contextual {
    @IsInt({ context: { code: 7 } }) n!: number;
  }

  class Twice {
    @ValidateNested() @ValidateNested({ each: true }) inner!: unknown;
  }

  class Named {
    n = 'x';
  }
  registerDecorator({
    name: 'isInt',
    async: true,
    target: Named,
    propertyName: 'n',
    validator: { validate: async (value) => value === 'free' },
  });

  @ValidatorConstraint({ name: 'ownName' })
  class OwnConstraint implements ValidatorConstraintInterface {
    validate(): boolean {
      return false;
    }
  }

  class Renamed {
    n = 'x';
  }
  registerDecorator({ name: 'isInt', target: Renamed, propertyName: 'n', validator: OwnConstraint });

  const inner = Object.assign(new Inner(), { n: 'x' });
  it.each<[what: string, instance: object, values: object]>([
    ['nothing that is right', new Dto(), {}],
    ['values of other types', new Dto(), { valued: 'x', told: 'y', untold: 'z', many: 5, long: 'abc', text: 'x' }],
    ['values with dollars', new Dto(), { valued: '$property', told: '$target', untold: '$&' }],
    ['values in lists', new Dto(), { many: [5, 'a', 1], inners: [inner, 5, null, [inner], new Array(1)] }],
    ['nested instances', new Dto(), { inner, inners: inner }],
    ['nested values of no class', new Dto(), { inner: 5, inners: 'x' }],
    ['nested plain objects', new Dto(), { inner: { n: 1 }, inners: [{}] }],
    [
      'nested sets and maps',
      new Dto(),
      { inner: new Set([inner]), inners: new Map([['a', inner]]), many: new Set(['a']) },
    ],
    ['unknown properties', new Dto(), { other: 1, 3: 2, inner: Object.assign(new Inner(), { n: 1, more: 1 }) }],
    ['properties called like members of every object', new Dto(), { toString: 1, valueOf: 2 }],
    ['a rule with a context', new Contextual(), {}],
    ['two nested rules', Object.assign(new Twice(), { inner: [inner] }), {}],
    ['an asynchronous rule under a known name', new Named(), {}],
    ['a rule under two names', new Renamed(), {}],
    ['an object of no class', {}, { n: 1 }],
  ])('returns the errors of class-validator for %s', async (_, instance, values) => {
    const given = (): object => Object.assign(Object.create(Object.getPrototypeOf(instance)), { ...instance }, values);
    const errors = await settle(() => validate(given(), options));
    expect(errors).toContain('constraints');
    const validateFlat = createValidate(parts);
    expect(await settle(() => validateFlat(given()))).toEqual(errors);
  });

  it('runs inherited rules after own rules, unless they are replaced', async () => {
    class Parent {
      @IsString() name!: string;
      @IsOptional() @IsInt() age?: number;
    }
    class Dto extends Parent {
      @Min(5) declare age: number;
      @IsInt() own!: number;
    }
    const errors = await createValidate(parts)(Object.assign(new Dto(), { age: 1 }));
    expect(errors?.map(({ property, constraints }) => [property, Object.keys(constraints ?? {})])).toEqual([
      ['age', ['min']],
      ['own', ['isInt']],
      ['name', ['isString']],
    ]);
    expect(errors).toEqual(await validate(Object.assign(new Dto(), { age: 1 }), options));
  });

  it('awaits asynchronous rules', async () => {
    class Dto {
      name = 'taken';
    }
    registerDecorator({
      name: 'isFree',
      async: true,
      target: Dto,
      propertyName: 'name',
      validator: { validate: async (value) => value === 'free' },
    });
    const validateFlat = createValidate(parts);
    expect(await validateFlat(Object.assign(new Dto(), { name: 'free' }))).toEqual([]);
    expect(await validateFlat(new Dto())).toMatchObject([{ property: 'name', constraints: { isFree: '' } }]);
  });
});

describe('isRuleExecutorClass', () => {
  it('recognises the executor that reads the storage in use', () => {
    expect(isRuleExecutorClass(ValidationExecutor, getMetadataStorage())).toBe(true);
  });

  it.each<[string, unknown]>([
    ['is missing', undefined],
    ['cannot be made', () => Promise.reject],
    ['has no methods', class {}],
    [
      'reads another storage',
      class {
        metadataStorage = {};
        awaitingPromises = [];
        execute(): void {}
        stripEmptyErrors(): void {}
      },
    ],
  ])('rejects one that %s', (_, Executor) => {
    expect(isRuleExecutorClass(Executor, getMetadataStorage())).toBe(false);
  });
});

function instanceOf(dto: object, input: unknown): object | undefined {
  try {
    return plainToInstance(dto as new () => object, copyOf(input)) as object;
  } catch {
    return undefined;
  }
}

function copyOf(input: unknown): unknown {
  return JSON.parse(JSON.stringify(input));
}

/** What comes of a validation, as text: errors hold the instances, which differ. */
async function settle(run: () => unknown): Promise<string> {
  try {
    return JSON.stringify(await run());
  } catch (error) {
    return String(error);
  }
}
