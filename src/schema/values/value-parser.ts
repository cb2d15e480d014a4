import { ToolError, type ValidationIssue } from '../../base/errors/errors.js';
import { messageForReaders } from '../../base/text/path-text.js';

/** The value that the method receives, or the issues of the value that was passed. */
export type ParseResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/**
 * A function that converts a value for the method, for instance to a DTO instance, a Date or the output of a Standard
 * Schema. It also rejects values that violate rules beyond JSON Schema.
 *
 * `bound` contains the top-level properties of the value that come from the state. Because they do not come from the
 * model, they are not validated unless that is unavoidable, and the parsed value contains them unchanged.
 */
export type ValueParser = (value: unknown, bound?: BoundValues) => ParseResult | Promise<ParseResult>;

/** The values of bindings, by argument name. */
export type BoundValues = Readonly<Record<string, unknown>>;

/**
 * Rejects a value for which a conversion or a rule threw an error.
 *
 * @throws The error itself if it is a ToolError, so that a rule may fail the call with its own error.
 */
export function refuseUnreadable(verb: 'converted' | 'checked', error: unknown): ParseResult {
  if (ToolError.is(error)) throw error;
  const reason = messageForReaders({ message: error instanceof Error ? error.message : String(error) });
  const rule = verb === 'converted' ? 'transform' : 'validation';
  return { ok: false, issues: [{ path: '', message: `cannot be ${verb} (${reason})`, rule }] };
}
