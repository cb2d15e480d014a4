import type { JsonSchema } from '../../json-schema.js';

/**
 * How much of a rule the published schema covers.
 * - `exact`: the schema admits the values that the rule admits.
 * - `partial`: the schema admits more than the rule.
 * - `hint`: beside the type, only a `format`, a description or the like, which do not decide.
 * - `none`: the rule runs, but is not published.
 */
export type Coverage = 'exact' | 'partial' | 'hint' | 'none';

/** One class-validator decorator: what it is called, and what the published schema says of its rule. */
export interface RuleEntry {
  readonly decorator: string;
  /** The name that class-validator records and that an issue carries as its `rule`. */
  readonly rule: string;
  readonly coverage: Coverage;
  /** One line of the documentation: the keywords that are published, or why there are none. */
  readonly description: string;
  /** The published schema for the decorator's arguments. Without it, nothing is published by the rule itself. */
  readonly toSchema?: (constraints: readonly unknown[]) => JsonSchema;
  /** Whether the rule accepts a property that is left out. @default never */
  readonly acceptsUndefined?: (constraints: readonly unknown[]) => boolean;
  /** For which arguments of the decorator the coverage is exact. @default all if `coverage` is `exact`, else none */
  readonly isExact?: (constraints: readonly unknown[]) => boolean;
}

/** A string; `more` says what kind of. */
export function stringSchema(more: JsonSchema = {}): JsonSchema {
  return { type: 'string', ...more };
}

/** Those of `values` that JSON has and that can be compared: class-validator compares objects by identity. */
export function jsonPrimitives(values: unknown): readonly (string | number | boolean | null)[] {
  if (!Array.isArray(values)) return [];
  return [...new Set<unknown>(values)].filter(isJsonPrimitive);
}

/** Whether a value is a string, a finite number, a boolean or null. */
export function isJsonPrimitive(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

/** `{ [keyword]: value }` if the value is a finite number, else nothing. */
export function numberKeyword(keyword: string, value: unknown): JsonSchema {
  return typeof value === 'number' && Number.isFinite(value) ? { [keyword]: value } : {};
}

/** A lower bound on a count, if it excludes anything. */
export function countFrom(keyword: 'minLength' | 'minItems', value: unknown): JsonSchema {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? { [keyword]: Math.ceil(value) } : {};
}

/** An upper bound on a count. One below zero admits nothing, which JSON Schema cannot say here. */
export function countTo(keyword: 'maxLength' | 'maxItems', value: unknown): JsonSchema {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? { [keyword]: Math.floor(value) } : {};
}
