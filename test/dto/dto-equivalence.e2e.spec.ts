/**
 * Ajv, which generates code, is the oracle, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import 'reflect-metadata';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createDtoParser } from '../../src/schema/class-validator/dto-parser.js';
import { dtoJsonSchema } from '../../src/schema/class-validator/dto-schema.js';
import { type PrivateModules, privateModules } from '../../src/schema/class-validator/private-modules.js';
import { fc, runs } from '../support/fast-check.js';
import { dtoCases } from './generated-dto.js';
import { asParsed, shapeOf, validateWithLibraries } from './reference-libraries.js';

const ajv = new Ajv2020({ strict: false, validateFormats: false });

// Each run creates a class, and five properties are checked.
const often = { numRuns: Math.min(runs(3), 300) };
// Creating a class and compiling its schema is slow on a busy machine.
const timeoutMs = 60_000;

const withoutPrivateModules: PrivateModules = {
  transformStorage: () => undefined,
  loadRuleExecutor: async () => undefined,
};

describe.each<[string, 'exact' | 'any', PrivateModules]>([
  ['the private modules of the libraries', 'any', privateModules],
  ['the private modules, for classes that the schema alone decides on', 'exact', privateModules],
  ['the public functions of the libraries alone', 'any', withoutPrivateModules],
  ['the public functions alone, for classes that the schema could decide on', 'exact', withoutPrivateModules],
])('createDtoParser with %s', (_, kind, modules) => {
  it(
    'returns the result and the instance of class-transformer and class-validator in each call',
    async () => {
      const verdicts = { accepted: 0, refused: 0, atOnce: 0 };
      await fc.assert(
        fc.asyncProperty(dtoCases(kind), async ({ dto, input }) => {
          const before = shapeOf(input);
          const alone = await validateWithLibraries(dto, asParsed(input));
          const parse = createDtoParser(dto, modules);
          // The libraries of a new parser are not loaded: an answer that comes at once is the schema's.
          const first = parse(input);
          if (!(first instanceof Promise)) verdicts.atOnce++;
          for (const verdict of [await first, await parse(input)]) {
            verdicts[verdict.ok ? 'accepted' : 'refused']++;
            expect({ input, ok: verdict.ok }).toEqual({ input, ok: alone !== undefined });
            if (verdict.ok) expect(shapeOf(verdict.value)).toStrictEqual(shapeOf(alone));
            else expect(verdict.issues.length).toBeGreaterThan(0);
            expect(shapeOf(input)).toStrictEqual(before);
          }
        }),
        often,
      );
      expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(3);
      const least = kind === 'exact' ? often.numRuns / 5 : 1;
      if (modules === privateModules) expect(verdicts.atOnce).toBeGreaterThan(least);
      else expect(verdicts.atOnce).toBe(0);
    },
    timeoutMs,
  );
});

describe('dtoJsonSchema', () => {
  it(
    'accepts the values that class-validator accepts, as far as JSON Schema can express the rules',
    async () => {
      let accepted = 0;
      await fc.assert(
        fc.asyncProperty(dtoCases('published'), async ({ dto, input }) => {
          const schema = dtoJsonSchema(dto, 't');
          const admits = ajv.compile(schema);
          if (!(await createDtoParser(dto)(input)).ok) return;
          accepted++;
          expect({ schema, input, admitted: admits(input) }).toEqual({ schema, input, admitted: true });
        }),
        often,
      );
      expect(accepted).toBeGreaterThan(3);
    },
    timeoutMs,
  );
});
