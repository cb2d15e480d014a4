import type { JsonSchema } from '../../json-schema.js';

/**
 * How much of a rule the published schema says.
 * - `all`: the schema admits what the rule admits.
 * - `part`: the schema admits more than the rule.
 * - `hint`: beside the type, only a `format`, a description or the like, which do not decide.
 * - `nothing`: the rule runs, but is not published.
 */
export type Mirroring = 'all' | 'part' | 'hint' | 'nothing';

/** One class-validator decorator: what it is called, and what the published schema says of its rule. */
export interface RuleEntry {
  readonly decorator: string;
  /** The name that class-validator records and that an issue carries as its `rule`. */
  readonly rule: string;
  readonly mirrors: Mirroring;
  /** What is published, or why nothing is: one line of the documentation. */
  readonly says: string;
  /** The published schema for the decorator's arguments. Without it, nothing is published by the rule itself. */
  readonly toSchema?: (constraints: readonly unknown[]) => JsonSchema;
  /** Whether the rule has nothing against a property that is left out. @default never */
  readonly admitsMissing?: (constraints: readonly unknown[]) => boolean;
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
