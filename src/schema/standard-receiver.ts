import type { ValidationIssue } from '../errors.js';
import type { StandardIssue, StandardResult, StandardSchema } from '../standard-schema.js';
import { pointerOf } from './json-pointer.js';
import type { BoundValues, Received } from './receiver.js';

/**
 * Lets a Standard Schema decide on a value. The method receives what the schema makes of it. Such a schema can only judge
 * the whole, so it is shown the bound values too; what it makes of them gives way to the values themselves.
 */
export function receiveByStandardSchema(
  schema: StandardSchema,
  value: unknown,
  bound?: BoundValues,
): Received | Promise<Received> {
  const whole = bound === undefined ? value : { ...(value as object), ...bound };
  const result = schema['~standard'].validate(whole);
  return result instanceof Promise ? result.then((one) => toReceived(one, bound)) : toReceived(result, bound);
}

function toReceived(result: StandardResult, bound: BoundValues | undefined): Received {
  if (result.issues !== undefined) return { ok: false, issues: result.issues.map(toIssue) };
  if (bound === undefined) return { ok: true, value: result.value };
  return { ok: true, value: Object.assign({}, result.value, bound) };
}

function toIssue(issue: StandardIssue): ValidationIssue {
  const path = (issue.path ?? []).map((step) => (typeof step === 'object' ? step.key : step));
  return { path: pointerOf(path), message: issue.message, rule: 'schema' };
}
