import { getAt, type ItemPath, readPath } from '../data/path.js';
import { compareValues, isEqual } from '../data/values.js';

/** The comparison of a value with an operand. @description */
export type Operator =
  | 'equals'
  | 'not_equals'
  | 'greater'
  | 'greater_or_equal'
  | 'less'
  | 'less_or_equal'
  | 'contains'
  | 'starts_with'
  | 'ends_with'
  | 'in'
  | 'exists'
  | 'missing';

/** A value to sort by. @description */
export interface SortKey {
  /** @default "" */
  readonly path?: ItemPath;
  /** @default ascending */
  readonly direction?: 'ascending' | 'descending';
}

/** A condition for items. @description */
export interface ItemCondition {
  /** The path in the item; empty for the item itself @maxLength 200 @default "" */
  readonly path?: string;
  readonly operator: Operator;
  /** The value to compare with; not needed for exists and missing */
  readonly value?: unknown;
}

const operators: Readonly<Record<Operator, (value: unknown, operand: unknown) => boolean>> = {
  equals: isEqual,
  not_equals: (value, operand) => !isEqual(value, operand),
  greater: (value, operand) => isComparable(value, operand) && compareValues(value, operand) > 0,
  greater_or_equal: (value, operand) => isComparable(value, operand) && compareValues(value, operand) >= 0,
  less: (value, operand) => isComparable(value, operand) && compareValues(value, operand) < 0,
  less_or_equal: (value, operand) => isComparable(value, operand) && compareValues(value, operand) <= 0,
  contains: (value, operand) =>
    Array.isArray(value) ? value.some((item) => isEqual(item, operand)) : areTexts(value, operand, 'includes'),
  starts_with: (value, operand) => areTexts(value, operand, 'startsWith'),
  ends_with: (value, operand) => areTexts(value, operand, 'endsWith'),
  in: (value, operand) => Array.isArray(operand) && operand.some((item) => isEqual(value, item)),
  exists: (value) => value !== undefined && value !== null,
  missing: (value) => value === undefined || value === null,
};

/** Returns the check of a condition. */
export function checkOf({ path = '', operator, value }: ItemCondition): (item: unknown) => boolean {
  const steps = readPath(path, 'conditions');
  return (item) => operators[operator](getAt(item, steps), value);
}

/** Returns items by the values of keys, the most important key first. Items that are equal retain their order. */
export function sortItems(items: readonly unknown[], by: readonly SortKey[]): readonly unknown[] {
  const keys = by.map(({ path = '', direction }) => {
    return { steps: readPath(path, 'by'), sign: direction === 'descending' ? -1 : 1 };
  });
  const rows = items.map((item) => ({ item, values: keys.map(({ steps }) => getAt(item, steps)) }));
  rows.sort((one, other) => {
    for (const [at, { sign }] of keys.entries()) {
      const order = compareKeys(one.values[at], other.values[at], sign);
      if (order !== 0) return order;
    }
    return 0;
  });
  return rows.map(({ item }) => item);
}

/** Compares two sorting keys. Missing values are last in both directions. */
function compareKeys(one: unknown, other: unknown, sign: number): number {
  const order = compareValues(one, other);
  return one === undefined || one === null || other === undefined || other === null ? order : order * sign;
}

function isComparable(one: unknown, other: unknown): boolean {
  return typeof one === typeof other && ['number', 'string', 'boolean'].includes(typeof one);
}

function areTexts(value: unknown, operand: unknown, relation: 'includes' | 'startsWith' | 'endsWith'): boolean {
  return typeof value === 'string' && typeof operand === 'string' && value[relation](operand);
}
