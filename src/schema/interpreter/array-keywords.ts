import type { AnySchema } from '../json-schema/schema-walk.js';
import { findDuplicate } from '../values/find-duplicate.js';
import type { Check } from './check-run.js';
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
  return (data, run, at) => {
    run.budget.spend(countValues(data), at);
    const duplicate = findDuplicate(data as Items);
    if (duplicate === undefined) return true;
    const { first, second } = duplicate;
    const message = `must NOT have duplicate items (items ## ${first} and ${second} are identical)`;
    return keyword.fail(run, at, { data, params: { i: second, j: first }, message });
  };
}

function checkPrefixItems(keyword: Keyword): Check {
  const checks = (keyword.value as readonly AnySchema[]).map((schema) => keyword.tools.checkOf(schema));
  return (data, run, at) => {
    const items = data as Items;
    return run.every(checks.slice(0, items.length), (check, index) =>
      check(items[index], run, at.member(index, ['prefixItems', index])),
    );
  };
}

function checkItems(keyword: Keyword): Check {
  const { prefixItems = [] } = keyword.schema;
  if (keyword.value === false && prefixItems.length > 0) return checkNoMoreItems(keyword, prefixItems.length);
  const check = keyword.tools.checkOf(keyword.value as AnySchema);
  const keywords = ['items'];
  return (data, run, at) => {
    const items = (data as Items).slice(prefixItems.length);
    return run.every(items, (item, index) => check(item, run, at.member(index + prefixItems.length, keywords)));
  };
}

function checkNoMoreItems(keyword: Keyword, limit: number): Check {
  const failure = { params: { limit }, message: `must NOT have more than ${limit} items` };
  return (data, run, at) => (data as Items).length <= limit || keyword.fail(run, at, { data, ...failure });
}

function checkContains(keyword: Keyword): Check {
  const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = keyword.schema as {
    readonly minContains?: number;
    readonly maxContains?: number;
  };
  const check = keyword.tools.checkOf(keyword.value as AnySchema);
  const hasMaximum = Number.isFinite(maxContains);
  const failure = {
    params: { minContains, ...(hasMaximum ? { maxContains } : {}) },
    message: `must contain at least ${minContains}${hasMaximum ? ` and no more than ${maxContains}` : ''} valid item(s)`,
  };
  return (data, run, at) => {
    const before = run.failureCount;
    let count = 0;
    for (const [index, item] of (data as Items).entries()) {
      if (check(item, run, at.member(index, ['contains']))) count++;
      if (count > maxContains) break;
    }
    if (count < minContains || count > maxContains) return keyword.fail(run, at, { data, ...failure });
    run.keepFirst(before);
    return true;
  };
}
