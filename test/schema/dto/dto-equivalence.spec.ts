import 'reflect-metadata';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import fc from 'fast-check';
import { createDtoReceiver } from '../../../src/schema/dto/dto-receiver.js';
import { dtoJsonSchema } from '../../../src/schema/dto/dto-schema.js';
import type { DtoClass } from '../../../src/schema/dto/validation-rules.js';
import { dtoCases } from './generated-dto.js';

const ajv = new Ajv2020({ strict: false, validateFormats: false });

const runs = { numRuns: 300 };
// Making a class and compiling its schema takes a while, on a busy machine a long one.
const timeoutMs = 60_000;

describe('createDtoReceiver', () => {
  it(
    'gives the verdict and the instance of class-transformer and class-validator alone',
    async () => {
      const verdicts = { accepted: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(dtoCases('any'), async ({ dto, input }) => {
          const before = clone(input);
          const alone = await validateAlone(dto, clone(input));
          const verdict = await createDtoReceiver(dto)(input);
          verdicts[verdict.ok ? 'accepted' : 'refused']++;
          expect(verdict.ok).toBe(alone !== undefined);
          if (verdict.ok) expect(clone(verdict.value)).toStrictEqual(clone(alone));
          else expect(verdict.issues.length).toBeGreaterThan(0);
          expect(input).toStrictEqual(before);
        }),
        runs,
      );
      expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(30);
    },
    timeoutMs,
  );
});

describe('dtoJsonSchema', () => {
  it(
    'admits whatever class-validator accepts, where the schema can say it',
    async () => {
      let accepted = 0;
      await fc.assert(
        fc.asyncProperty(dtoCases('published'), async ({ dto, input }) => {
          const schema = dtoJsonSchema(dto);
          const admits = ajv.compile(schema);
          if (!(await createDtoReceiver(dto)(input)).ok) return;
          accepted++;
          expect({ schema, input, admitted: admits(input) }).toEqual({ schema, input, admitted: true });
        }),
        runs,
      );
      expect(accepted).toBeGreaterThan(30);
    },
    timeoutMs,
  );
});

/** The instance, or undefined if it is refused. */
async function validateAlone(dto: DtoClass, input: unknown): Promise<object | undefined> {
  try {
    const instance: object = plainToInstance(dto as new () => object, input);
    const errors = await validate(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true });
    return errors.length === 0 ? instance : undefined;
  } catch {
    return undefined;
  }
}

// Not structuredClone: its objects belong to the realm outside of the test. And no two invalid dates are ever equal.
function clone<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return (Number.isNaN(value.getTime()) ? 'Invalid Date' : new Date(value)) as T;
  if (Array.isArray(value)) return value.map(clone) as T;
  const copy = Object.create(Object.getPrototypeOf(value));
  for (const [key, inner] of Object.entries(value)) {
    Object.defineProperty(copy, key, { value: clone(inner), enumerable: true, writable: true, configurable: true });
  }
  return copy;
}
