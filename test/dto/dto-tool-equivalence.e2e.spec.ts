import 'toolwright/dto';
import 'reflect-metadata';
import { validate } from 'class-validator';
import { type Class, DefinitionError, type JsonSchema, ToolSpec, type ValidationError } from 'toolwright';
import type { DtoClass } from '../../src/schema/dto/validation-rules.js';
import { fc, runs } from '../support/fast-check.js';
import { dtoCases } from './generated-dto.js';
import { asParsed, shapeOf, strictOptions, validateWithLibraries } from './reference-libraries.js';

// One value in six is accepted.
const often = { numRuns: runs(2) };
// Creating a class and compiling its schema is slow on a busy machine.
const timeoutMs = 60_000;

/** The result of a call: the arguments that the executor received, or the rules that rejected them. */
interface Outcome {
  readonly received?: object;
  readonly rules: readonly string[];
}

type Call = (input: unknown) => Promise<Outcome>;

/** Creates a tool with a DTO class, or returns undefined if the class is rejected as an input with an error. */
function toolOver(dto: DtoClass): { readonly spec: ToolSpec; readonly call: Call } | undefined {
  let received: object | undefined;
  const execute = (args: object): undefined => {
    received = args;
  };
  try {
    const spec = ToolSpec.create({ name: 't', inputSchema: dto as Class, executor: { kind: 'test', execute } });
    const call: Call = async (input) => {
      received = undefined;
      const { error } = await spec.exec(input);
      if (error === undefined) return { received, rules: [] };
      expect(error.code).toBe('invalid_parameters');
      return { rules: (error as ValidationError).issues.map(({ rule }) => rule) };
    };
    return { spec, call };
  } catch (error) {
    if (error instanceof DefinitionError) return undefined;
    throw error;
  }
}

/** The class with initialisers for all that an instance has. */
function withInitials(dto: DtoClass, instance: object): DtoClass {
  return class Initialised extends (dto as new () => object) {
    constructor() {
      super();
      Object.assign(this, instance);
    }
  };
}

/** Checks whether coercion may change a value: null to absent, or text to the value that it contains. */
function mayBeCoerced(value: unknown): boolean {
  if (typeof value === 'string') return /^\s*(?:[-\d{[]|true|false)/.test(value);
  return value === null || (typeof value === 'object' && Object.values(value).some(mayBeCoerced));
}

function hasGuardedName(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, inner]) => ['__proto__', 'constructor', 'prototype'].includes(name) || hasGuardedName(inner),
  );
}

/** A value with null for whatever it lacks of what a strict schema requires, at every level. */
function withNulls(value: unknown, schema: JsonSchema, root: JsonSchema): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, anyOf = [], items, properties } = schema;
  if ($ref !== undefined) return withNulls(value, root.$defs?.[$ref.slice('#/$defs/'.length)] as JsonSchema, root);
  if (Array.isArray(value)) return value.map((item) => withNulls(item, (items ?? {}) as JsonSchema, root));
  const made: unknown = anyOf.reduce((filled: unknown, branch) => withNulls(filled, branch as JsonSchema, root), value);
  if (properties === undefined) return made;
  const given = made as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(properties).map(([name, held]) => [
      name,
      given[name] === undefined ? null : withNulls(given[name], held as JsonSchema, root),
    ]),
  );
}

describe('a tool over a DTO class', () => {
  it(
    'returns the result and the instance of class-transformer and class-validator, if nothing is coerced',
    async () => {
      const seen = { accepted: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(dtoCases('any'), async (made) => {
          const tool = toolOver(made.dto);
          if (tool === undefined) return;
          const { input } = made;
          const alone = await validateWithLibraries(made.dto, asParsed(input));
          // The first call loads the libraries. The second one uses the fast path, if one exists.
          for (const { received, rules } of [await tool.call(input), await tool.call(input)]) {
            if (rules.includes('limit')) {
              expect(hasGuardedName(input)).toBe(true);
            } else if (alone !== undefined && rules.every((rule) => rule === 'unknown') && rules.length > 0) {
              // class-transformer ignores excluded properties, but a tool rejects properties that it does not publish.
              expect(Object.keys(input as object)).not.toEqual(
                Object.keys(input as object).filter((name) => name in (tool.spec.inputSchema.properties ?? {})),
              );
            } else if (alone !== undefined) {
              seen.accepted++;
              expect({ rules, shape: shapeOf(received) }).toStrictEqual({ rules: [], shape: shapeOf(alone) });
            } else if (received === undefined) {
              seen.refused++;
            } else {
              expect(mayBeCoerced(input)).toBe(true);
              expect(await validate(received, strictOptions)).toEqual([]);
            }
          }
        }),
        often,
      );
      expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(0);
    },
    timeoutMs,
  );

  it(
    'accepts null for every omitted property that strict mode makes a model send',
    async () => {
      let accepted = 0;
      await fc.assert(
        fc.asyncProperty(dtoCases('published'), async (made) => {
          const alone = await validateWithLibraries(made.dto, asParsed(made.input));
          if (alone === undefined) return;
          const dto = withInitials(made.dto, alone);
          const tool = toolOver(dto);
          if (tool === undefined) return;
          const { strict, parameters } = tool.spec.toOpenAI({ strict: true, onWarning: () => undefined });
          if (strict !== true) return;
          for (const sent of [{}, made.input]) {
            if ((await validateWithLibraries(dto, asParsed(sent))) === undefined) continue;
            const input = withNulls(sent, parameters, parameters);
            const { received, rules } = await tool.call(input);
            expect({ input, rules }).toEqual({ input, rules: [] });
            expect(await validate(received ?? {}, strictOptions)).toEqual([]);
            accepted++;
          }
        }),
        often,
      );
      expect(accepted).toBeGreaterThan(0);
    },
    timeoutMs,
  );
});
