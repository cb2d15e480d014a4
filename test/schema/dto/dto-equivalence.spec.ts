import 'reflect-metadata';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { plainToInstance, Type } from 'class-transformer';
import { validate } from 'class-validator';
import { judgeOf } from '../../../src/schema/dto/dto-judge.js';
import { makerOf } from '../../../src/schema/dto/dto-maker.js';
import { createDtoReceiver } from '../../../src/schema/dto/dto-receiver.js';
import { dtoJsonSchema } from '../../../src/schema/dto/dto-schema.js';
import { type TransformStorage, transformStorageOf } from '../../../src/schema/dto/transform-storage.js';
import type { DtoClass } from '../../../src/schema/dto/validation-rules.js';
import { fc, runs } from '../../support/fast-check.js';
import { dtoCases } from './generated-dto.js';
import { clone, shapeOf, strictOptions, validateAlone } from './libraries-alone.js';

const ajv = new Ajv2020({ strict: false, validateFormats: false });

// One value in six is accepted.
const often = { numRuns: runs(2) };
// Making a class and compiling its schema takes a while, on a busy machine a long one.
const timeoutMs = 60_000;

describe('createDtoReceiver', () => {
  it(
    'gives the verdict and the instance of class-transformer and class-validator alone, each time it is asked',
    async () => {
      const verdicts = { accepted: 0, refused: 0, atOnce: 0 };
      await fc.assert(
        fc.asyncProperty(dtoCases('any'), async ({ dto, input }) => {
          const before = shapeOf(input);
          const alone = await validateAlone(dto, clone(input));
          const receive = createDtoReceiver(dto);
          for (const answer of [await receive(input), receive(input)]) {
            if (!(answer instanceof Promise)) verdicts.atOnce++;
            const verdict = await answer;
            verdicts[verdict.ok ? 'accepted' : 'refused']++;
            expect(verdict.ok).toBe(alone !== undefined);
            if (verdict.ok) expect(shapeOf(verdict.value)).toStrictEqual(shapeOf(alone));
            else expect(verdict.issues.length).toBeGreaterThan(0);
            expect(shapeOf(input)).toStrictEqual(before);
          }
        }),
        often,
      );
      expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(0);
      // The first answer never comes at once, and is not counted: it was awaited.
      expect(verdicts.atOnce).toBeGreaterThan(verdicts.accepted / 4);
    },
    timeoutMs,
  );
});

describe('makerOf', () => {
  it(
    'makes the instance that class-transformer makes, or leaves it to class-transformer',
    async () => {
      const storage = storageInUse();
      let made = 0;
      fc.assert(
        fc.property(dtoCases('any'), ({ dto, input }) => {
          const instance = makerOf(dto, storage)?.(clone(input) as object);
          if (instance === undefined) return;
          made++;
          expect(shapeOf(instance)).toStrictEqual(shapeOf(plainToInstance(dto as new () => object, clone(input))));
        }),
        often,
      );
      expect(made).toBeGreaterThan(0);
    },
    timeoutMs,
  );
});

describe('judgeOf', () => {
  it(
    'accepts nothing that class-validator refuses',
    async () => {
      let accepted = 0;
      await fc.assert(
        fc.asyncProperty(dtoCases('any'), async ({ dto, input }) => {
          const instance = instanceOf(dto, input);
          if (instance === undefined || !isJudgedGood(dto, instance)) return;
          accepted++;
          expect(await validate(instance, strictOptions)).toEqual([]);
        }),
        often,
      );
      expect(accepted).toBeGreaterThan(0);
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
          const schema = dtoJsonSchema(dto, 't');
          const admits = ajv.compile(schema);
          if (!(await createDtoReceiver(dto)(input)).ok) return;
          accepted++;
          expect({ schema, input, admitted: admits(input) }).toEqual({ schema, input, admitted: true });
        }),
        often,
      );
      expect(accepted).toBeGreaterThan(0);
    },
    timeoutMs,
  );
});

function storageInUse(): TransformStorage {
  const storage = transformStorageOf(Type);
  if (storage === undefined) throw new TypeError('class-transformer has another storage than it had');
  return storage;
}

/** What class-transformer makes of an input, or undefined if it throws. */
function instanceOf(dto: DtoClass, input: unknown): object | undefined {
  try {
    return plainToInstance(dto as new () => object, clone(input)) as object;
  } catch {
    return undefined;
  }
}

function isJudgedGood(dto: DtoClass, instance: object): boolean {
  try {
    return judgeOf(dto)?.(instance) === true;
  } catch {
    return false;
  }
}
