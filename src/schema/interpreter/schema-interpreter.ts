import { DefinitionError } from '../../base/errors/errors.js';
import { stepsOf } from '../../base/json/json-pointer.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { listOf } from '../../base/values/list-of.js';
import { decodeFragment } from '../json-schema/schema-refs.js';
import { type AnySchema, eachSchema } from '../json-schema/schema-walk.js';
import type { PatternCompiler } from '../patterns/pattern-compiler.js';
import { arrayKeywords } from './array-keywords.js';
import { BudgetExceeded, CheckBudget, type CheckLimits } from './check-budget.js';
import { type Check, CheckRun } from './check-run.js';
import type { CompiledSchema } from './compiled-schema.js';
import { checkRef, compositionKeywords } from './composition-keywords.js';
import { isObject, ownValue } from './json-values.js';
import { type CheckFactory, Keyword, type SchemaTools } from './keyword.js';
import { objectKeywords } from './object-keywords.js';
import { Place } from './place.js';
import { countCodePoints, numberKeywords, stringKeywords, valueKeywords } from './scalar-keywords.js';
import type { SchemaFailure } from './schema-failure.js';

/** The settings for schemas that an interpreter checks. */
export interface Interpretation {
  readonly limits: CheckLimits;
  readonly compilePattern: PatternCompiler;
  /** The function that counts the characters of a text for `minLength` and `maxLength`. @default code points */
  readonly countCharacters?: (text: string) => number;
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
      return check(value, new CheckRun(budget, failures), Place.root());
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

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

type TypeTest = (value: unknown) => boolean;

const typeTests: Readonly<Record<string, TypeTest>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  number: isNumber,
  integer: (value) => Number.isInteger(value),
  string: (value) => typeof value === 'string',
  array: (value) => Array.isArray(value),
  object: isObject,
};

/** Returns the test of one type or of any of several. */
function testTypes(types: readonly string[]): TypeTest {
  const [first = acceptAll, ...more] = types.map((type) => typeTests[type] ?? (() => false));
  return more.length === 0 ? first : (value) => first(value) || more.some((isOfType) => isOfType(value));
}

const acceptAll = (): boolean => true;

/** The keywords for the values of one type; for all values without a type. The order is that of ajv's failures. */
const keywordGroups: readonly { readonly type?: string; readonly keywords: Readonly<Record<string, CheckFactory>> }[] =
  [
    { keywords: { $ref: checkRef, ...valueKeywords, ...compositionKeywords } },
    { type: 'number', keywords: numberKeywords },
    { type: 'string', keywords: stringKeywords },
    { type: 'array', keywords: arrayKeywords },
    { type: 'object', keywords: objectKeywords },
  ];

/** The checks of one schema and of the schemas that it contains. Each check is created when it is first needed. */
class Interpreter implements SchemaTools {
  readonly compilePattern: PatternCompiler;
  readonly countCharacters: (text: string) => number;
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
    let checks: readonly Check[] | undefined;
    return (data, run, at) => {
      run.budget.spend(1, at);
      checks ??= this.#createChecks(schema);
      return run.all(checks, data, at);
    };
  }

  /** Creates the checks of one schema. As in ajv, a wrong type is reported along with the keywords for that type. */
  #createChecks(schema: JsonSchema): readonly Check[] {
    const types = listOf<string>(schema.type ?? []);
    const checkType = this.#createTypeCheck(schema, types);
    const groups = keywordGroups.filter(({ keywords }) => hasKeyword(schema, keywords));
    const isTypeInGroup = types.length === 1 && groups.some(({ type }) => type === types[0]);
    const checks = groups.flatMap(({ type, keywords }) => {
      const held = this.#checksOf(schema, keywords);
      if (type === undefined) return held;
      return [checkTyped(testTypes([type]), held, isTypeInGroup && type === types[0] ? checkType : acceptAll)];
    });
    return types.length === 0 || isTypeInGroup ? checks : [checkType, ...checks];
  }

  #createTypeCheck(schema: JsonSchema, types: readonly string[]): Check {
    const keyword = new Keyword('type', schema, this);
    const isOfType = testTypes(types);
    const failure = { params: { type: schema.type }, message: `must be ${String(schema.type)}` };
    return (data, run, at) => isOfType(data) || keyword.fail(run, at, { data, ...failure });
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

/** Creates the check of the keywords for one type. A value of another type is passed to `checkOther`. */
function checkTyped(isOfType: TypeTest, checks: readonly Check[], checkOther: Check): Check {
  return (data, run, at) => (isOfType(data) ? run.all(checks, data, at) : checkOther(data, run, at));
}

function checkBoolean(schema: boolean): Check {
  if (schema) return acceptAll;
  return (data, run, at) =>
    run.fail(() => ({
      instancePath: at.instancePath,
      schemaPath: `${at.schemaPath}/false schema`,
      keyword: 'false schema',
      params: {},
      message: 'boolean schema is false',
      schema: false,
      data,
    }));
}
