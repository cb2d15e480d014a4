import type { AnySchema } from '../json-schema/schema-walk.js';
import type { Check } from './check-run.js';
import type { CheckFactory, Keyword } from './keyword.js';

/** The keywords that apply further schemas to the same value, in the order of ajv. */
export const compositionKeywords: Readonly<Record<string, CheckFactory>> = {
  not: checkNot,
  anyOf: checkAnyOf,
  oneOf: checkOneOf,
  allOf: checkAllOf,
  if: checkIf,
};

/** Creates the check of `$ref`. The target is compiled when it is first needed, because definitions can be recursive. */
export function checkRef({ value, tools }: Keyword): Check {
  const ref = value as string;
  let target: Check | undefined;
  return (data, run, at) => {
    target ??= tools.checkOf(tools.resolve(ref));
    return target(data, run, at.definition(ref));
  };
}

function checkNot(keyword: Keyword): Check {
  const check = keyword.tools.checkOf(keyword.value as AnySchema);
  const keywords = ['not'];
  const failure = { params: {}, message: 'must NOT be valid' };
  return (data, run, at) =>
    !check(data, run.silent, at.inside(keywords)) || keyword.fail(run, at, { data, ...failure });
}

function checkAllOf(keyword: Keyword): Check {
  const branches = branchesOf(keyword);
  return (data, run, at) => run.all(branches, data, at);
}

function checkAnyOf(keyword: Keyword): Check {
  const branches = branchesOf(keyword);
  const failure = { params: {}, message: 'must match a schema in anyOf' };
  return (data, run, at) => {
    const before = run.failureCount;
    for (const branch of branches) {
      if (!branch(data, run, at)) continue;
      run.keepFirst(before);
      return true;
    }
    return keyword.fail(run, at, { data, ...failure });
  };
}

function checkOneOf(keyword: Keyword): Check {
  const branches = branchesOf(keyword);
  const message = 'must match exactly one schema in oneOf';
  return (data, run, at) => {
    const before = run.failureCount;
    let passing: number | undefined;
    for (let index = 0; index < branches.length; index++) {
      if (branches[index]?.(data, run, at) !== true) continue;
      if (passing !== undefined) {
        return keyword.fail(run, at, { data, params: { passingSchemas: [passing, index] }, message });
      }
      passing = index;
    }
    if (passing === undefined) return keyword.fail(run, at, { data, params: { passingSchemas: null }, message });
    run.keepFirst(before);
    return true;
  };
}

/** Returns the checks of the schemas that a keyword lists, each at its own place. */
function branchesOf({ name, value, tools }: Keyword): readonly Check[] {
  return (value as readonly AnySchema[]).map((schema, index): Check => {
    const check = tools.checkOf(schema);
    const keywords = [name, index];
    return (data, run, at) => check(data, run, at.inside(keywords));
  });
}

function checkIf(keyword: Keyword): Check | undefined {
  const { schema, tools } = keyword;
  if (schema.then === undefined && schema.else === undefined) return undefined;
  const condition = tools.checkOf(keyword.value as AnySchema);
  const [checkThen = condition, checkElse = condition] = [schema.then, schema.else].map((held) =>
    tools.checkOf((held ?? true) as AnySchema),
  );
  return (data, run, at) => {
    const failingKeyword = condition(data, run.silent, at.inside(['if'])) ? 'then' : 'else';
    const check = failingKeyword === 'then' ? checkThen : checkElse;
    if (check(data, run, at.inside([failingKeyword]))) return true;
    return keyword.fail(run, at, {
      data,
      params: { failingKeyword },
      message: `must match "${failingKeyword}" schema`,
    });
  };
}
