import type { AnySchema } from '../json-schema/schema-walk.js';
import { findDuplicate } from '../values/find-duplicate.js';
import type { Check, Step } from './check-run.js';
import { countValues } from './json-values.js';
import { type CheckFactory, type Keyword, sizeCheck } from './keyword.js';
import { checkUnevaluatedItems } from './unevaluated-keywords.js';

type Items = readonly unknown[];

/** The keywords for arrays, in the order of the compiled schemas. */
export const arrayKeywords: Readonly<Record<string, CheckFactory>> = {
  maxItems: sizeCheck('max', 'items', () => (data) => (data as Items).length),
  minItems: sizeCheck('min', 'items', () => (data) => (data as Items).length),
  prefixItems: checkPrefixItems,
  items: checkItems,
  contains: checkContains,
  unevaluatedItems: checkUnevaluatedItems,
  uniqueItems: checkUniqueItems,
};

function checkUniqueItems(keyword: Keyword): Check | undefined {
  if (keyword.value !== true) return undefined;
  return (data, run) => {
    run.budget.spend(countValues(data), run);
    const duplicate = findDuplicate(data as Items);
    if (duplicate === undefined) return true;
    const { first, second } = duplicate;
    const message = `must NOT have duplicate items (items ## ${first} and ${second} are identical)`;
    return keyword.fail(run, { data, params: { i: second, j: first }, message });
  };
}

function checkPrefixItems(keyword: Keyword): Check {
  const steps = (keyword.value as readonly AnySchema[]).map((schema, index): Step => {
    return { path: ['prefixItems', index], check: keyword.tools.checkOf(schema) };
  });
  return (data, run) => {
    const items = data as Items;
    return run.every(steps.slice(0, items.length), (step, index) => run.member(index, step, items[index]));
  };
}

function checkItems(keyword: Keyword): Check {
  const { prefixItems = [] } = keyword.schema;
  if (keyword.value === false && prefixItems.length > 0) return checkNoMoreItems(keyword, prefixItems.length);
  const step = { path: ['items'], check: keyword.tools.checkOf(keyword.value as AnySchema) };
  return (data, run) => {
    const items = data as Items;
    let isValid = true;
    for (let index = prefixItems.length; index < items.length; index++) {
      if (run.member(index, step, items[index])) continue;
      isValid = false;
      if (!run.collects) return false;
    }
    return isValid;
  };
}

function checkNoMoreItems(keyword: Keyword, limit: number): Check {
  const failure = { params: { limit }, message: `must NOT have more than ${limit} items` };
  return (data, run) => (data as Items).length <= limit || keyword.fail(run, { data, ...failure });
}

function checkContains(keyword: Keyword): Check {
  const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = keyword.schema as {
    readonly minContains?: number;
    readonly maxContains?: number;
  };
  const step = { path: ['contains'], check: keyword.tools.checkOf(keyword.value as AnySchema) };
  const hasMaximum = Number.isFinite(maxContains);
  const failure = {
    params: { minContains, ...(hasMaximum ? { maxContains } : {}) },
    message: `must contain at least ${minContains}${hasMaximum ? ` and no more than ${maxContains}` : ''} valid item(s)`,
  };
  return (data, run) => {
    const before = run.failureCount;
    let count = 0;
    for (const [index, item] of (data as Items).entries()) {
      if (run.member(index, step, item)) count++;
      if (count > maxContains) break;
    }
    if (count < minContains || count > maxContains) return keyword.fail(run, { data, ...failure });
    run.keepFirst(before);
    return true;
  };
}
