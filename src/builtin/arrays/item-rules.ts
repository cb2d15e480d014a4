import type { JsonSchema } from '../../base/json/json-schema.js';
import { canonicalJson } from '../../toolkit/canonical-json.js';
import { getAt, isContainer, type Steps } from '../data/path.js';

/** The comparison of a value with an operand. */
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

/** A condition that items fulfil or not. */
export interface Condition {
  readonly path: Steps;
  readonly operator: Operator;
  readonly value: unknown;
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

/** The schema of a condition. */
export const conditionSchema: JsonSchema = {
  type: 'object',
  properties: {
    path: {
      type: 'string',
      description: 'The path in the item; empty for the item itself',
      maxLength: 200,
      default: '',
    },
    operator: { type: 'string', enum: Object.keys(operators) },
    value: { description: 'The value to compare with; not needed for exists and missing' },
  },
  required: ['operator'],
  additionalProperties: false,
};

/** Checks whether an item fulfils a condition. */
export function fulfils(item: unknown, { path, operator, value }: Condition): boolean {
  return operators[operator](getAt(item, path), value);
}

/** Returns a text that is equal for equal values only. The order of an object's names does not matter. */
export function keyOf(value: unknown): string {
  return canonicalJson(value) ?? 'undefined';
}

/** The order of values of different types. A missing value is the last. */
const typeOrder: readonly string[] = ['boolean', 'number', 'string', 'object', 'undefined'];

/** Compares two values: numbers by size, texts by their characters. Null and missing values follow all others. */
export function compareValues(one: unknown, other: unknown): number {
  const [rank, otherRank] = [rankOf(one), rankOf(other)];
  if (rank !== otherRank) return rank - otherRank;
  if (isContainer(one) || isContainer(other)) return 0;
  if (one === other) return 0;
  return (one as number) < (other as number) ? -1 : 1;
}

function rankOf(value: unknown): number {
  return value === null ? typeOrder.length : typeOrder.indexOf(typeof value);
}

function isEqual(one: unknown, other: unknown): boolean {
  if (!isContainer(one) || !isContainer(other)) return one === other;
  return keyOf(one) === keyOf(other);
}

function isComparable(one: unknown, other: unknown): boolean {
  return typeof one === typeof other && ['number', 'string', 'boolean'].includes(typeof one);
}

function areTexts(value: unknown, operand: unknown, relation: 'includes' | 'startsWith' | 'endsWith'): boolean {
  return typeof value === 'string' && typeof operand === 'string' && value[relation](operand);
}
