import type { AnySchema } from '../json-schema/schema-walk.js';
import type { CompiledPattern } from '../patterns/pattern-compiler.js';
import type { Check, CheckRun } from './check-run.js';
import { ownValue, presentNames } from './json-values.js';
import { type CheckFactory, type Keyword, sizeCheck } from './keyword.js';
import type { Place } from './place.js';
import { checkUnevaluatedProperties } from './unevaluated-keywords.js';

type Fields = Readonly<Record<string, unknown>>;
type SchemaMap = Readonly<Record<string, AnySchema>>;

/** The keywords for objects, in the order of ajv. */
export const objectKeywords: Readonly<Record<string, CheckFactory>> = {
  maxProperties: sizeCheck('max', 'properties', () => (data) => presentNames(data as Fields).length),
  minProperties: sizeCheck('min', 'properties', () => (data) => presentNames(data as Fields).length),
  required: checkRequired,
  propertyNames: checkPropertyNames,
  additionalProperties: checkAdditionalProperties,
  properties: checkProperties,
  patternProperties: checkPatternProperties,
  dependentRequired: checkDependentRequired,
  dependentSchemas: checkDependentSchemas,
  unevaluatedProperties: checkUnevaluatedProperties,
};

// The names of properties that are looked up in the time of one step.
const namesPerStep = 4;

function checkRequired(keyword: Keyword): Check {
  const names = keyword.value as readonly string[];
  const checks = names.map((missingProperty): Check => {
    const failure = { params: { missingProperty }, message: `must have required property '${missingProperty}'` };
    return (data, run, at) =>
      ownValue(data as Fields, missingProperty) !== undefined || keyword.fail(run, at, { data, ...failure });
  });
  return (data, run, at) => {
    run.budget.spend(names.length / namesPerStep, at);
    return run.all(checks, data, at);
  };
}

function checkPropertyNames(keyword: Keyword): Check {
  const check = keyword.tools.checkOf(keyword.value as AnySchema);
  return (data, run, at) =>
    run.every(presentNames(data as Fields), (propertyName) => {
      if (check(propertyName, run, at.inside(['propertyNames']))) return true;
      return keyword.fail(run, at, { data, params: { propertyName }, message: 'property name must be valid' });
    });
}

function checkProperties(keyword: Keyword): Check {
  const checks = Object.entries(keyword.value as SchemaMap).map(([name, schema]): Check => {
    const check = keyword.tools.checkOf(schema);
    const keywords = ['properties', name];
    return (data, run, at) => {
      const value = ownValue(data as Fields, name);
      return value === undefined || check(value, run, at.member(name, keywords));
    };
  });
  return (data, run, at) => {
    run.budget.spend(checks.length / namesPerStep, at);
    return run.all(checks, data, at);
  };
}

function checkAdditionalProperties(keyword: Keyword): Check {
  const declared = new Set(Object.keys(keyword.schema.properties ?? {}));
  const patterns = patternsOf(keyword);
  const check = keyword.tools.checkOf(keyword.value as AnySchema);
  const isAdditional = (name: string, run: CheckRun, at: Place): boolean =>
    !declared.has(name) && !patterns.some(({ pattern }) => run.budget.matches(pattern, name, at));
  return (data, run, at) => {
    const names = presentNames(data as Fields);
    run.budget.spend(names.length, at);
    return run.every(names, (name) => {
      if (!isAdditional(name, run, at)) return true;
      if (keyword.value !== false) {
        return check((data as Fields)[name], run, at.member(name, ['additionalProperties']));
      }
      const message = 'must NOT have additional properties';
      return keyword.fail(run, at, { data, params: { additionalProperty: name }, message });
    });
  };
}

function checkPatternProperties(keyword: Keyword): Check {
  const patterns = patternsOf(keyword);
  return (data, run, at) =>
    run.every(patterns, ({ source, pattern, check }) =>
      run.every(presentNames(data as Fields), (name) => {
        if (!run.budget.matches(pattern, name, at)) return true;
        return check((data as Fields)[name], run, at.member(name, ['patternProperties', source]));
      }),
    );
}

/** Returns the patterns that the schema of a keyword declares for the names of properties. */
function patternsOf({
  schema,
  tools,
}: Keyword): readonly { readonly source: string; readonly pattern: CompiledPattern; readonly check: Check }[] {
  return Object.entries(schema.patternProperties ?? {}).map(([source, held]) => ({
    source,
    pattern: tools.compilePattern(source),
    check: tools.checkOf(held),
  }));
}

function checkDependentRequired(keyword: Keyword): Check {
  const needs = Object.entries(keyword.value as Readonly<Record<string, readonly string[]>>);
  return (data, run, at) =>
    run.every(needs, ([property, names]) => {
      run.budget.spend(1, at);
      if (ownValue(data as Fields, property) === undefined) return true;
      const deps = names.join(', ');
      const message = `must have ${names.length === 1 ? 'property' : 'properties'} ${deps} when property ${property} is present`;
      return run.every(names, (missingProperty) => {
        run.budget.spend(1, at);
        if (ownValue(data as Fields, missingProperty) !== undefined) return true;
        const params = { property, missingProperty, depsCount: names.length, deps };
        return keyword.fail(run, at, { data, params, message });
      });
    });
}

function checkDependentSchemas(keyword: Keyword): Check {
  const schemas = Object.entries(keyword.value as SchemaMap);
  const checks = schemas.map(([name, schema]) => ({ name, check: keyword.tools.checkOf(schema) }));
  return (data, run, at) =>
    run.every(checks, ({ name, check }) => {
      run.budget.spend(1, at);
      if (ownValue(data as Fields, name) === undefined) return true;
      return check(data, run, at.inside(['dependentSchemas', name]));
    });
}
