import 'reflect-metadata';
import { validate } from 'class-validator';
import { type Class, DefinitionError, type JsonSchema, ToolSpec, type ValidationError } from 'toolwright';
import type { DtoClass } from '../../../src/schema/dto/validation-rules.js';
import { fc, runs } from '../../support/fast-check.js';
import { dtoCases } from './generated-dto.js';
import { asParsed, shapeOf, strictOptions, validateAlone } from './libraries-alone.js';

// One value in six is accepted.
const often = { numRuns: runs(2) };
// Making a class and compiling its schema takes a while, on a busy machine a long one.
const timeoutMs = 60_000;

/** What came of a call: what the executor received, or with which rules the arguments were refused. */
interface Outcome {
  readonly received?: object;
  readonly rules: readonly string[];
}

type Call = (input: unknown) => Promise<Outcome>;

/** A tool over a DTO class; undefined where the class cannot be one's input, which its author is told. */
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

/** Whether the forgiving step may read some value as another: null as absent, text as what is written in it. */
function mayBeRepaired(value: unknown): boolean {
  if (typeof value === 'string') return /^\s*(?:[-\d{[]|true|false)/.test(value);
  return value === null || (typeof value === 'object' && Object.values(value).some(mayBeRepaired));
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
    'gives the verdict and the instance of class-transformer and class-validator alone, where nothing is repaired',
    async () => {
      const seen = { accepted: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(dtoCases('any'), async (made) => {
          const tool = toolOver(made.dto);
          if (tool === undefined) return;
          const { input } = made;
          const alone = await validateAlone(made.dto, asParsed(input));
          // The first call loads the libraries; the second one takes the fast way, where there is one.
          for (const { received, rules } of [await tool.call(input), await tool.call(input)]) {
            if (rules.includes('limit')) {
              expect(hasGuardedName(input)).toBe(true);
            } else if (alone !== undefined && rules.every((rule) => rule === 'unknown') && rules.length > 0) {
              // class-transformer passes over what is excluded; a tool's arguments are only what it publishes.
              expect(Object.keys(input as object)).not.toEqual(
                Object.keys(input as object).filter((name) => name in (tool.spec.inputSchema.properties ?? {})),
              );
            } else if (alone !== undefined) {
              seen.accepted++;
              expect({ rules, shape: shapeOf(received) }).toStrictEqual({ rules: [], shape: shapeOf(alone) });
            } else if (received === undefined) {
              seen.refused++;
            } else {
              expect(mayBeRepaired(input)).toBe(true);
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
    'takes null for every property that is left out, where strict mode makes a model send it',
    async () => {
      let accepted = 0;
      await fc.assert(
        fc.asyncProperty(dtoCases('published'), async (made) => {
          const alone = await validateAlone(made.dto, asParsed(made.input));
          if (alone === undefined) return;
          const dto = withInitials(made.dto, alone);
          const tool = toolOver(dto);
          if (tool === undefined) return;
          const { strict, parameters } = tool.spec.toOpenAI({ strict: true, onWarning: () => undefined });
          if (strict !== true) return;
          for (const sent of [{}, made.input]) {
            if ((await validateAlone(dto, asParsed(sent))) === undefined) continue;
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
