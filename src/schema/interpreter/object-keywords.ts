import type { AnySchema } from '../json-schema/schema-walk.js';
import type { CompiledPattern } from '../patterns/pattern-compiler.js';
import type { Check, CheckRun, Step } from './check-run.js';
import { ownValue, presentNames } from './json-values.js';
import { type CheckFactory, type Keyword, sizeCheck } from './keyword.js';
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
  return (data, run) => {
    run.budget.spend(names.length / namesPerStep, run);
    let isValid = true;
    for (const missingProperty of names) {
      if (ownValue(data as Fields, missingProperty) !== undefined) continue;
      const message = `must have required property '${missingProperty}'`;
      isValid = keyword.fail(run, { data, params: { missingProperty }, message });
      if (!run.collects) return false;
    }
    return isValid;
  };
}

function checkPropertyNames(keyword: Keyword): Check {
  const step = { path: ['propertyNames'], check: keyword.tools.checkOf(keyword.value as AnySchema) };
  return (data, run) =>
    run.every(presentNames(data as Fields), (propertyName) => {
      if (run.inside(step, propertyName)) return true;
      return keyword.fail(run, { data, params: { propertyName }, message: 'property name must be valid' });
    });
}

function checkProperties(keyword: Keyword): Check {
  const properties = Object.entries(keyword.value as SchemaMap).map(([name, schema]) => {
    return { name, step: { path: ['properties', name], check: keyword.tools.checkOf(schema) } };
  });
  return (data, run) => {
    run.budget.spend(properties.length / namesPerStep, run);
    let isValid = true;
    for (const { name, step } of properties) {
      const value = ownValue(data as Fields, name);
      if (value === undefined || run.member(name, step, value)) continue;
      isValid = false;
      if (!run.collects) return false;
    }
    return isValid;
  };
}

function checkAdditionalProperties(keyword: Keyword): Check {
  const declared = new Set(Object.keys(keyword.schema.properties ?? {}));
  const patterns = patternsOf(keyword);
  const step = { path: ['additionalProperties'], check: keyword.tools.checkOf(keyword.value as AnySchema) };
  const isDescribed = (name: string, run: CheckRun): boolean =>
    declared.has(name) || patterns.some(({ pattern }) => run.budget.matches(pattern, name, run));
  const checkAdditional = (data: Fields, name: string, run: CheckRun): boolean => {
    if (keyword.value !== false) return run.member(name, step, data[name]);
    const message = 'must NOT have additional properties';
    return keyword.fail(run, { data, params: { additionalProperty: name }, message });
  };
  return (data, run) => {
    const fields = data as Fields;
    const names = Object.keys(fields);
    run.budget.spend(names.length, run);
    let isValid = true;
    for (const name of names) {
      if (isDescribed(name, run) || fields[name] === undefined || checkAdditional(fields, name, run)) continue;
      isValid = false;
      if (!run.collects) return false;
    }
    return isValid;
  };
}

function checkPatternProperties(keyword: Keyword): Check {
  const patterns = patternsOf(keyword);
  return (data, run) =>
    run.every(patterns, ({ pattern, step }) =>
      run.every(presentNames(data as Fields), (name) => {
        if (!run.budget.matches(pattern, name, run)) return true;
        return run.member(name, step, (data as Fields)[name]);
      }),
    );
}

/** Returns the patterns that the schema of a keyword declares for the names of properties. */
function patternsOf({ schema, tools }: Keyword): readonly { readonly pattern: CompiledPattern; readonly step: Step }[] {
  return Object.entries(schema.patternProperties ?? {}).map(([source, held]) => ({
    pattern: tools.compilePattern(source),
    step: { path: ['patternProperties', source], check: tools.checkOf(held) },
  }));
}

function checkDependentRequired(keyword: Keyword): Check {
  const needs = Object.entries(keyword.value as Readonly<Record<string, readonly string[]>>);
  return (data, run) =>
    run.every(needs, ([property, names]) => {
      run.budget.spend(1, run);
      if (ownValue(data as Fields, property) === undefined) return true;
      const deps = names.join(', ');
      const message = `must have ${names.length === 1 ? 'property' : 'properties'} ${deps} when property ${property} is present`;
      return run.every(names, (missingProperty) => {
        run.budget.spend(1, run);
        if (ownValue(data as Fields, missingProperty) !== undefined) return true;
        const params = { property, missingProperty, depsCount: names.length, deps };
        return keyword.fail(run, { data, params, message });
      });
    });
}

function checkDependentSchemas(keyword: Keyword): Check {
  const schemas = Object.entries(keyword.value as SchemaMap);
  const steps = schemas.map(([name, schema]) => {
    return { name, step: { path: ['dependentSchemas', name], check: keyword.tools.checkOf(schema) } };
  });
  return (data, run) =>
    run.every(steps, ({ name, step }) => {
      run.budget.spend(1, run);
      if (ownValue(data as Fields, name) === undefined) return true;
      return run.inside(step, data);
    });
}
