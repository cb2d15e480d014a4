import type { ValidationIssue } from '../../errors.js';

/** The value that the method receives, or what is wrong with the value that was given. */
export type ParseResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/**
 * Makes of a value what the method receives, such as a DTO instance, a Date or the output of a Standard Schema, and refuses
 * what JSON Schema alone does not.
 *
 * `bound` holds the top-level properties of the value that come from the state. They are not the model's, so that they are
 * not validated where that can be avoided, and the parsed value has them as they are.
 */
export type ValueParser = (value: unknown, bound?: BoundValues) => ParseResult | Promise<ParseResult>;

/** Values that bindings supply, by argument name. */
export type BoundValues = Readonly<Record<string, unknown>>;
