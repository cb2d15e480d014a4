import { ToolError, type ValidationIssue } from '../../errors.js';
import { messageForReaders } from '../../path-text.js';

/** The value that the method receives, or what is wrong with the value that was given. */
export type ParseResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/**
 * Makes of a value what the method receives, such as a DTO instance, a Date or the output of a Standard Schema, and
 * refuses what JSON Schema alone does not.
 *
 * `bound` holds the top-level properties of the value that come from the state. They are not the model's, so that they
 * are not validated where that can be avoided, and the parsed value has them as they are.
 */
export type ValueParser = (value: unknown, bound?: BoundValues) => ParseResult | Promise<ParseResult>;

/** Values that bindings supply, by argument name. */
export type BoundValues = Readonly<Record<string, unknown>>;

/**
 * Refuses a value that a conversion or a rule threw at: it could not read the value.
 *
 * @throws The error itself if it is a ToolError, so that a rule may fail the call in its own way.
 */
export function refuseUnreadable(verb: 'converted' | 'checked', error: unknown): ParseResult {
  if (ToolError.is(error)) throw error;
  const reason = messageForReaders({ message: error instanceof Error ? error.message : String(error) });
  const rule = verb === 'converted' ? 'transform' : 'validation';
  return { ok: false, issues: [{ path: '', message: `cannot be ${verb} (${reason})`, rule }] };
}
