import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, IsInt, IsOptional, IsString, Min, registerDecorator, validate } from 'class-validator';
import { ValidationExecutor } from 'class-validator/cjs/validation/ValidationExecutor.js';
import fc from 'fast-check';
import { createValidate } from '../../../src/schema/dto/rule-executor.js';
import { dtoCases } from './generated-dto.js';

const options = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true };
const parts = { Executor: ValidationExecutor, storage: getMetadataStorage(), options };

describe('createValidate', () => {
  it('finds the errors that class-validator finds, in their order', async () => {
    const validateFlat = createValidate(parts);
    let found = 0;
    await fc.assert(
      fc.asyncProperty(dtoCases('any'), async ({ dto, input }) => {
        const [flat, plain] = [instanceOf(dto, input), instanceOf(dto, input)];
        if (flat === undefined || plain === undefined) return;
        const errors = await settle(() => validate(plain, options));
        expect(await settle(() => validateFlat?.(flat))).toEqual(errors);
        if (errors.includes('constraints')) found++;
      }),
    );
    expect(found).toBeGreaterThan(10);
  });

  it("runs a parent's rules after the class's own, unless they are replaced", async () => {
    class Parent {
      @IsString() name!: string;
      @IsOptional() @IsInt() age?: number;
    }
    class Dto extends Parent {
      @Min(5) declare age: number;
      @IsInt() own!: number;
    }
    const errors = await createValidate(parts)?.(Object.assign(new Dto(), { age: 1 }));
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
    expect(await validateFlat?.(Object.assign(new Dto(), { name: 'free' }))).toEqual([]);
    expect(await validateFlat?.(new Dto())).toMatchObject([{ property: 'name', constraints: { isFree: '' } }]);
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
  ])('leaves it to class-validator where its executor %s', (_, Executor) => {
    expect(createValidate({ ...parts, Executor })).toBeUndefined();
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
async function settle(run: () => Promise<unknown> | undefined): Promise<string> {
  try {
    return JSON.stringify(await run());
  } catch (error) {
    return String(error);
  }
}
