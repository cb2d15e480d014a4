import type { ValidationIssue } from '../errors.js';
import type { StandardIssue, StandardResult, StandardSchema } from '../standard-schema.js';
import { pointerOf } from './json-pointer.js';
import type { Received } from './receiver.js';

/** Lets a Standard Schema decide on a value. The method receives what the schema makes of it. */
export function receiveByStandardSchema(schema: StandardSchema, value: unknown): Received | Promise<Received> {
  const result = schema['~standard'].validate(value);
  return result instanceof Promise ? result.then(toReceived) : toReceived(result);
}

function toReceived(result: StandardResult): Received {
  if (result.issues === undefined) return { ok: true, value: result.value };
  return { ok: false, issues: result.issues.map(toIssue) };
}

function toIssue(issue: StandardIssue): ValidationIssue {
  const path = (issue.path ?? []).map((step) => (typeof step === 'object' ? step.key : step));
  return { path: pointerOf(path), message: issue.message, rule: 'schema' };
}
