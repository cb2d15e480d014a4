import type { JsonSchema } from '../../base/json/json-schema.js';

/**
 * The extent to which the published schema covers a rule.
 * - `exact`: the schema accepts exactly the values that the rule accepts.
 * - `partial`: the schema accepts more values than the rule.
 * - `hint`: in addition to the type, only a `format`, a description or similar, which do not validate.
 * - `none`: the rule runs, but is not published.
 */
export type Coverage = 'exact' | 'partial' | 'hint' | 'none';

/** One class-validator decorator: its name, and the published schema of its rule. */
export interface RuleEntry {
  readonly decorator: string;
  /** The name that class-validator records and that issues have as their `rule`. */
  readonly rule: string;
  readonly coverage: Coverage;
  /** One line of the documentation: the published keywords, or the reason why none are published. */
  readonly description: string;
  /** Returns the published schema for the decorator's arguments. Without it, the rule itself publishes no keywords. */
  readonly toSchema?: (constraints: readonly unknown[]) => JsonSchema;
  /** Whether the rule accepts a property that is omitted. @default never */
  readonly acceptsUndefined?: (constraints: readonly unknown[]) => boolean;
  /**
   * Whether the coverage is exact for the decorator's arguments.
   *
   * @default always if `coverage` is `exact`, else never
   */
  readonly isExact?: (constraints: readonly unknown[]) => boolean;
}

/** Returns the schema of a string with the keywords in `more`. */
export function stringSchema(more: JsonSchema = {}): JsonSchema {
  return { type: 'string', ...more };
}

/**
 * Returns the JSON primitives among `values`. Objects are excluded because class-validator compares them by identity.
 */
export function jsonPrimitives(values: unknown): readonly (string | number | boolean | null)[] {
  if (!Array.isArray(values)) return [];
  return [...new Set<unknown>(values)].filter(isJsonPrimitive);
}

/** Checks whether a value is a string, a finite number, a boolean or null. */
export function isJsonPrimitive(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

/** Returns `{ [keyword]: value }` if the value is a finite number, else an empty schema. */
export function numberKeyword(keyword: string, value: unknown): JsonSchema {
  return typeof value === 'number' && Number.isFinite(value) ? { [keyword]: value } : {};
}

/** Returns the lower bound of a count, or an empty schema if it excludes nothing. */
export function countFrom(keyword: 'minLength' | 'minItems', value: unknown): JsonSchema {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? { [keyword]: Math.ceil(value) } : {};
}

/** Returns the upper bound of a count. A negative bound is not published, because the keyword must not be negative. */
export function countTo(keyword: 'maxLength' | 'maxItems', value: unknown): JsonSchema {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? { [keyword]: Math.floor(value) } : {};
}
