import { stepsOf } from '../../json-pointer.js';
import type { JsonSchema } from '../../json-schema.js';
import { listOf } from '../../list-of.js';
import { decodeFragment } from '../json-schema/schema-refs.js';
import { type AnySchema, eachSchema } from '../json-schema/schema-walk.js';
import type { PatternCompiler } from '../patterns/pattern-compiler.js';
import type { CompiledSchema } from '../validation/compiled-schema.js';
import type { SchemaFailure } from '../validation/schema-failure.js';
import { arrayKeywords } from './array-keywords.js';
import { BudgetExceeded, CheckBudget, type CheckLimits } from './check-budget.js';
import { type Check, CheckRun } from './check-run.js';
import { checkRef, compositionKeywords } from './composition-keywords.js';
import { isObject } from './json-values.js';
import { type CheckFactory, Keyword, type SchemaTools } from './keyword.js';
import { objectKeywords } from './object-keywords.js';
import { Place } from './place.js';
import { numberKeywords, stringKeywords, valueKeywords } from './scalar-keywords.js';

/** The settings for schemas that an interpreter checks. */
export interface Interpretation {
  readonly limits: CheckLimits;
  readonly compilePattern: PatternCompiler;
}

/**
 * Prepares a schema in the internal dialect for validation by an interpreter, which generates no code and counts its
 * steps. It reports the failures that ajv would report.
 *
 * @throws DefinitionError if a pattern cannot run.
 */
export function interpretSchema(schema: JsonSchema, { limits, compilePattern }: Interpretation): CompiledSchema {
  const tools = new Interpreter(schema, compilePattern);
  compilePatterns(schema, compilePattern);
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

/** Compiles all patterns of a schema, so that an unsupported one fails before the first call. */
function compilePatterns(schema: JsonSchema, compilePattern: PatternCompiler): void {
  eachSchema(schema, ({ pattern, patternProperties }) => {
    if (typeof pattern === 'string') compilePattern(pattern);
    if (isObject(patternProperties)) for (const source of Object.keys(patternProperties)) compilePattern(source);
  });
}

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

const typeTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  number: isNumber,
  integer: (value) => Number.isInteger(value),
  string: (value) => typeof value === 'string',
  array: (value) => Array.isArray(value),
  object: isObject,
};

/** The keywords for the values of one type; for all values without a type. The order is that of ajv's failures. */
const keywordGroups: readonly { readonly type?: string; readonly keywords: Readonly<Record<string, CheckFactory>> }[] =
  [
    { keywords: { $ref: checkRef, ...valueKeywords, ...compositionKeywords } },
    { type: 'number', keywords: numberKeywords },
    { type: 'string', keywords: stringKeywords },
    { type: 'array', keywords: arrayKeywords },
    { type: 'object', keywords: objectKeywords },
  ];

/** The keywords of one type that a schema contains. */
interface KeywordGroup {
  readonly type: string | undefined;
  readonly checks: readonly Check[];
}

/** The checks of one schema and of the schemas that it contains. Each check is created when it is first needed. */
class Interpreter implements SchemaTools {
  readonly compilePattern: PatternCompiler;
  readonly #root: JsonSchema;
  readonly #checks = new Map<AnySchema, Check>();

  constructor(root: JsonSchema, compilePattern: PatternCompiler) {
    this.#root = root;
    this.compilePattern = compilePattern;
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
    for (const step of stepsOf(decodeFragment(ref.slice(1)))) at = (at as Readonly<Record<string, unknown>>)[step];
    return at as AnySchema;
  };

  #createCheck(schema: JsonSchema): Check {
    let groups: readonly KeywordGroup[] | undefined;
    let isInGroup = false;
    const checkType = this.#createTypeCheck(schema);
    const [type, ...more] = listOf<string>(schema.type ?? []);
    return (data, run, at) => {
      run.budget.spend(1, at);
      if (groups === undefined) {
        groups = this.#groupsOf(schema);
        // As ajv, which reports a wrong type along with the keywords for that type, if there are any.
        isInGroup = more.length === 0 && groups.some((group) => group.type === type);
      }
      const isOfType = isInGroup || checkType(data, run, at);
      if (!isOfType && !run.collects) return false;
      const isValid = run.every(groups, (group) => {
        if (group.type === undefined || typeTests[group.type]?.(data) === true) {
          return run.every(group.checks, (check) => check(data, run, at));
        }
        return !isInGroup || group.type !== type || checkType(data, run, at);
      });
      return isOfType && isValid;
    };
  }

  #createTypeCheck(schema: JsonSchema): Check {
    if (schema.type === undefined) return () => true;
    const tests = listOf<string>(schema.type).map((type) => typeTests[type]);
    const keyword = new Keyword('type', schema, this);
    const failure = { params: { type: schema.type }, message: `must be ${String(schema.type)}` };
    return (data, run, at) =>
      tests.some((isOfType) => isOfType?.(data) === true) || keyword.fail(run, at, { data, ...failure });
  }

  #groupsOf(schema: JsonSchema): readonly KeywordGroup[] {
    const names = Object.keys(schema).filter((name) => schema[name] !== undefined);
    return keywordGroups
      .filter(({ keywords }) => names.some((name) => Object.hasOwn(keywords, name)))
      .map(({ type, keywords }) => ({ type, checks: this.#checksOf(schema, keywords) }));
  }

  #checksOf(schema: JsonSchema, keywords: Readonly<Record<string, CheckFactory>>): readonly Check[] {
    return Object.entries(keywords).flatMap(([name, createCheck]) => {
      const check = schema[name] === undefined ? undefined : createCheck(new Keyword(name, schema, this));
      return check === undefined ? [] : [check];
    });
  }
}

function checkBoolean(schema: boolean): Check {
  if (schema) return () => true;
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
