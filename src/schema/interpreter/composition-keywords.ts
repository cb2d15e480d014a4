import type { AnySchema } from '../json-schema/schema-walk.js';
import { type Check, inOrder, type Step } from './check-run.js';
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
  const check: Check = (data, run) => {
    target ??= tools.checkOf(tools.resolve(ref));
    return target(data, run);
  };
  const step = { path: ref, check };
  return (data, run) => run.inside(step, data);
}

function checkNot(keyword: Keyword): Check {
  const step = { path: ['not'], check: keyword.tools.checkOf(keyword.value as AnySchema) };
  const failure = { params: {}, message: 'must NOT be valid' };
  return (data, run) => !run.silently(step, data) || keyword.fail(run, { data, ...failure });
}

function checkAllOf(keyword: Keyword): Check {
  return inOrder(
    branchesOf(keyword).map(
      (step): Check =>
        (data, run) =>
          run.inside(step, data),
    ),
  );
}

function checkAnyOf(keyword: Keyword): Check {
  const branches = branchesOf(keyword);
  const failure = { params: {}, message: 'must match a schema in anyOf' };
  return (data, run) => {
    const before = run.failureCount;
    for (const branch of branches) {
      if (!run.inside(branch, data)) continue;
      run.keepFirst(before);
      return true;
    }
    return keyword.fail(run, { data, ...failure });
  };
}

function checkOneOf(keyword: Keyword): Check {
  const branches = branchesOf(keyword);
  const message = 'must match exactly one schema in oneOf';
  return (data, run) => {
    const before = run.failureCount;
    let passing: number | undefined;
    for (const [index, branch] of branches.entries()) {
      if (!run.inside(branch, data)) continue;
      if (passing !== undefined) {
        return keyword.fail(run, { data, params: { passingSchemas: [passing, index] }, message });
      }
      passing = index;
    }
    if (passing === undefined) return keyword.fail(run, { data, params: { passingSchemas: null }, message });
    run.keepFirst(before);
    return true;
  };
}

/** Returns the steps to the schemas that a keyword lists. */
function branchesOf({ name, value, tools }: Keyword): readonly Step[] {
  return (value as readonly AnySchema[]).map((schema, index) => ({
    path: [name, index],
    check: tools.checkOf(schema),
  }));
}

function checkIf(keyword: Keyword): Check | undefined {
  const { schema, tools } = keyword;
  if (schema.then === undefined && schema.else === undefined) return undefined;
  const stepTo = (name: 'if' | 'then' | 'else'): Step => {
    return { path: [name], check: tools.checkOf((schema[name] ?? true) as AnySchema) };
  };
  const [condition, consequence, alternative] = [stepTo('if'), stepTo('then'), stepTo('else')];
  return (data, run) => {
    const failingKeyword = run.silently(condition, data) ? 'then' : 'else';
    if (run.inside(failingKeyword === 'then' ? consequence : alternative, data)) return true;
    return keyword.fail(run, {
      data,
      params: { failingKeyword },
      message: `must match "${failingKeyword}" schema`,
    });
  };
}
