import type { ValidationIssue } from '../../base/errors/errors.js';
import { pointerOf } from '../../base/json/json-pointer.js';
import type { StandardIssue, StandardResult, StandardSchema } from '../../base/json/standard-schema.js';
import { isThenable } from '../../base/values/thenable.js';
import { isPlainObject } from '../values/copy-json.js';
import { RefusedBindings } from '../values/refused-bindings.js';
import { type BoundValues, type ParseResult, refuseUnreadable } from '../values/value-parser.js';
import { expandUnion } from './union-issues.js';

/**
 * Validates a value with a Standard Schema. The method receives the output of the schema. Such a schema can only
 * validate the entire object, so it receives the bound values too; in its output, they are replaced by the original
 * bound values.
 */
export function parseByStandardSchema(
  schema: StandardSchema,
  value: unknown,
  bound?: BoundValues,
): ParseResult | Promise<ParseResult> {
  const input = bound === undefined ? value : { ...(value as object), ...bound };
  let result: StandardResult | Promise<StandardResult>;
  try {
    result = schema['~standard'].validate(input);
  } catch (error) {
    return refuseUnreadable('checked', error);
  }
  if (!isThenable(result)) return toParseResult(result, bound);
  return Promise.resolve(result).then(
    (one) => toParseResult(one, bound),
    (error: unknown) => refuseUnreadable('checked', error),
  );
}

function toParseResult(result: StandardResult, bound: BoundValues | undefined): ParseResult {
  if (result.issues !== undefined)
    return { ok: false, issues: selectModelIssues(result.issues.flatMap(expandUnion).map(toIssue), bound) };
  if (bound === undefined) return { ok: true, value: result.value };
  return { ok: true, value: withBound(result.value, bound) };
}

/**
 * Returns the issues that concern the model's arguments.
 *
 * @throws RefusedBindings if there are none, because then a bound value was rejected.
 */
function selectModelIssues(issues: readonly ValidationIssue[], bound: BoundValues = {}): readonly ValidationIssue[] {
  const hidden = Object.keys(bound).map((name) => pointerOf([name]));
  const own = issues.filter(
    ({ path }) => !hidden.some((pointer) => path === pointer || path.startsWith(`${pointer}/`)),
  );
  if (own.length > 0) return own;
  throw new RefusedBindings(issues);
}

/** Returns the output of the schema with the original bound values. An instance of a class is changed in place. */
function withBound(output: unknown, bound: BoundValues): unknown {
  if (typeof output !== 'object' || output === null) return output;
  if (isPlainObject(output)) return { ...output, ...bound };
  for (const [name, value] of Object.entries(bound)) Reflect.set(output, name, value);
  return output;
}

function toIssue(issue: StandardIssue): ValidationIssue {
  const path = (issue.path ?? []).map((step) => (typeof step === 'object' ? step.key : step));
  return { path: pointerOf(path), message: issue.message, rule: 'schema' };
}
