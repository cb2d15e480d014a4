import { DefinitionError } from '../../base/errors/errors.js';
import { stepsOf } from '../../base/json/json-pointer.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { listOf } from '../../base/values/list-of.js';
import { decodeFragment } from '../json-schema/schema-refs.js';
import { type AnySchema, eachSchema } from '../json-schema/schema-walk.js';
import type { PatternCompiler } from '../patterns/pattern-compiler.js';
import { arrayKeywords } from './array-keywords.js';
import { BudgetExceeded, CheckBudget, type CheckLimits } from './check-budget.js';
import { acceptAll, type Check, CheckRun, inOrder } from './check-run.js';
import type { CompiledSchema } from './compiled-schema.js';
import { checkRef, compositionKeywords } from './composition-keywords.js';
import { isObject, ownValue } from './json-values.js';
import { type CheckFactory, Keyword, type SchemaTools } from './keyword.js';
import { objectKeywords } from './object-keywords.js';
import { countCodePoints, numberKeywords, stringKeywords, valueKeywords } from './scalar-keywords.js';
import type { SchemaFailure } from './schema-failure.js';

/** The settings for schemas that an interpreter checks. */
export interface Interpretation {
  readonly limits: CheckLimits;
  readonly compilePattern: PatternCompiler;
  /** The function that counts the characters of a text for `minLength` and `maxLength`. @default code points */
  readonly countCharacters?: SchemaTools['countCharacters'];
}

/**
 * Prepares a schema in the internal dialect for validation by an interpreter, which generates no code and counts its
 * steps. It reports the failures that ajv would report.
 *
 * @throws DefinitionError if a pattern cannot run, or a reference has no target.
 */
export function interpretSchema(schema: JsonSchema, settings: Interpretation): CompiledSchema {
  const { limits } = settings;
  const tools = new Interpreter(schema, settings);
  checkParts(schema, tools);
  const check = tools.checkOf(schema);
  const run = (value: unknown, budget: CheckBudget, failures?: SchemaFailure[]): boolean => {
    if (budget.exceeded !== undefined) return false;
    try {
      return check(value, new CheckRun(budget, failures));
    } catch (error) {
      if (error instanceof BudgetExceeded) return false;
      throw error;
    }
  };
  return {
    accepts: (value, budget = new CheckBudget(limits)) => run(value, budget),
    failures: (value, budget = new CheckBudget(limits)) => {
      const failures: SchemaFailure[] = [];
      const isValid = run(value, budget, failures);
      if (isValid) return [];
      return budget.exceeded === undefined ? failures : [budget.exceeded];
    },
  };
}

/** Compiles all patterns and resolves all references of a schema, so that a mistake fails before the first call. */
function checkParts(schema: JsonSchema, { compilePattern, resolve }: SchemaTools): void {
  eachSchema(schema, ({ $ref, pattern, patternProperties }) => {
    if (typeof $ref === 'string') resolve($ref);
    if (typeof pattern === 'string') compilePattern(pattern);
    if (isObject(patternProperties)) for (const source of Object.keys(patternProperties)) compilePattern(source);
  });
}

/** The kind of a value: its type, or `other` for what JSON cannot represent. */
type Kind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object' | 'other';

/** The check of a schema for the values of each kind, so that a check does not look at the type again. */
type ChecksByKind = { readonly [Name in Kind]: Check };

/** Returns the check for a value. */
function checkFor(data: unknown, checks: ChecksByKind): Check {
  if (typeof data === 'string') return checks.string;
  if (typeof data === 'number') return Number.isFinite(data) ? checks.number : checks.other;
  if (typeof data === 'boolean') return checks.boolean;
  if (typeof data !== 'object') return checks.other;
  if (data === null) return checks.null;
  return Array.isArray(data) ? checks.array : checks.object;
}

/** The keywords for the values of one type; for all values without a type. The order is that of ajv's failures. */
const keywordGroups: readonly { readonly type?: Kind; readonly keywords: Readonly<Record<string, CheckFactory>> }[] = [
  { keywords: { $ref: checkRef, ...valueKeywords, ...compositionKeywords } },
  { type: 'number', keywords: numberKeywords },
  { type: 'string', keywords: stringKeywords },
  { type: 'array', keywords: arrayKeywords },
  { type: 'object', keywords: objectKeywords },
];

/** The checks of one schema and of the schemas that it contains. Each check is created when it is first needed. */
class Interpreter implements SchemaTools {
  readonly compilePattern: PatternCompiler;
  readonly countCharacters: SchemaTools['countCharacters'];
  readonly #root: JsonSchema;
  readonly #checks = new Map<AnySchema, Check>();

  constructor(root: JsonSchema, { compilePattern, countCharacters = countCodePoints }: Interpretation) {
    this.#root = root;
    this.compilePattern = compilePattern;
    this.countCharacters = countCharacters;
  }

  readonly checkOf = (schema: AnySchema): Check => {
    const known = this.#checks.get(schema);
    if (known !== undefined) return known;
    const check = typeof schema === 'boolean' ? checkBoolean(schema) : this.#createCheck(schema);
    this.#checks.set(schema, check);
    return check;
  };

  readonly resolve = (ref: string): AnySchema => {
    let at: unknown = this.#root;
    for (const step of stepsOf(decodeFragment(ref.slice(1)))) at = isObject(at) ? ownValue(at, step) : undefined;
    if (at !== undefined) return at as AnySchema;
    throw new DefinitionError(`its JSON Schema refers to ${JSON.stringify(ref)}, which does not exist.`);
  };

  #createCheck(schema: JsonSchema): Check {
    let checks: ChecksByKind | undefined;
    return (data, run) => {
      run.budget.spend(1, run);
      checks ??= this.#createChecks(schema);
      return checkFor(data, checks)(data, run);
    };
  }

  #createChecks(schema: JsonSchema): ChecksByKind {
    const checkType = this.#createTypeCheck(schema);
    const groups = keywordGroups
      .filter(({ keywords }) => hasKeyword(schema, keywords))
      .map(({ type, keywords }) => ({ type, check: inOrder(this.#checksOf(schema, keywords)) }));
    const types = listOf<string>(schema.type ?? []);
    // As in ajv, a wrong type is reported in the place of the keywords for that type, if there are any.
    const isTypeInGroup = types.length === 1 && groups.some(({ type }) => type === types[0]);
    const createFor = (kind: Kind): Check => {
      const isAccepted = types.length === 0 || types.includes(kind);
      const checks = groups.flatMap(({ type, check }) => {
        if (type === undefined || type === kind) return [check];
        return isTypeInGroup && type === types[0] ? [checkType] : [];
      });
      return inOrder(isAccepted || isTypeInGroup ? checks : [checkType, ...checks]);
    };
    return {
      null: createFor('null'),
      boolean: createFor('boolean'),
      number: createFor('number'),
      string: createFor('string'),
      array: createFor('array'),
      object: createFor('object'),
      other: createFor('other'),
    };
  }

  /** Creates the check of `type` for values of a kind that is not one of the types. */
  #createTypeCheck(schema: JsonSchema): Check {
    const keyword = new Keyword('type', schema, this);
    const acceptsIntegers = listOf<string>(schema.type ?? []).includes('integer');
    const failure = { params: { type: schema.type }, message: `must be ${String(schema.type)}` };
    return (data, run) => (acceptsIntegers && Number.isInteger(data)) || keyword.fail(run, { data, ...failure });
  }

  #checksOf(schema: JsonSchema, keywords: Readonly<Record<string, CheckFactory>>): readonly Check[] {
    return Object.entries(keywords).flatMap(([name, createCheck]) => {
      const check = schema[name] === undefined ? undefined : createCheck(new Keyword(name, schema, this));
      return check === undefined ? [] : [check];
    });
  }
}

function hasKeyword(schema: JsonSchema, keywords: Readonly<Record<string, CheckFactory>>): boolean {
  return Object.keys(keywords).some((name) => schema[name] !== undefined);
}

function checkBoolean(schema: boolean): Check {
  if (schema) return acceptAll;
  return (data, run) =>
    run.fail(() => ({
      instancePath: run.instancePath,
      schemaPath: `${run.schemaPath}/false schema`,
      keyword: 'false schema',
      params: {},
      message: 'boolean schema is false',
      schema: false,
      data,
    }));
}
