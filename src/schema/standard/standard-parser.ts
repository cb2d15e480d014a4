import { UnboundStateError, type ValidationIssue } from '../../errors.js';
import { pointerOf } from '../../json-pointer.js';
import type { StandardIssue, StandardResult, StandardSchema } from '../../standard-schema.js';
import { type BoundValues, type ParseResult, refuseUnreadable } from '../input/value-parser.js';
import { isPlainObject } from '../validation/copy-json.js';

/**
 * Lets a Standard Schema decide on a value. The method receives what the schema makes of it. Such a schema can only judge
 * the whole, so it is shown the bound values too; what it makes of them gives way to the values themselves.
 */
export function parseByStandardSchema(
  schema: StandardSchema,
  value: unknown,
  bound?: BoundValues,
): ParseResult | Promise<ParseResult> {
  const whole = bound === undefined ? value : { ...(value as object), ...bound };
  let result: StandardResult | Promise<StandardResult>;
  try {
    result = schema['~standard'].validate(whole);
  } catch (error) {
    return refuseUnreadable('checked', error);
  }
  if (!(result instanceof Promise)) return toParseResult(result, bound);
  return result.then(
    (one) => toParseResult(one, bound),
    (error: unknown) => refuseUnreadable('checked', error),
  );
}

function toParseResult(result: StandardResult, bound: BoundValues | undefined): ParseResult {
  if (result.issues !== undefined) return { ok: false, issues: modelIssues(result.issues.map(toIssue), bound) };
  if (bound === undefined) return { ok: true, value: result.value };
  return { ok: true, value: withBound(result.value, bound) };
}

/** The issues that a model can do something about. Throws if there is none: then a bound value was refused. */
function modelIssues(issues: readonly ValidationIssue[], bound: BoundValues = {}): readonly ValidationIssue[] {
  const hidden = Object.keys(bound).map((name) => pointerOf([name]));
  const own = issues.filter(
    ({ path }) => !hidden.some((pointer) => path === pointer || path.startsWith(`${pointer}/`)),
  );
  if (own.length > 0) return own;
  const names = Object.keys(bound).join("', '");
  throw new UnboundStateError(`The value bound to '${names}' is not one that the tool's schema admits.`, {
    details: { issues },
  });
}

/** What the schema made, with the bound values as they are; an instance of a class stays one. */
function withBound(made: unknown, bound: BoundValues): unknown {
  if (typeof made !== 'object' || made === null) return made;
  if (isPlainObject(made)) return { ...made, ...bound };
  for (const [name, value] of Object.entries(bound)) Reflect.set(made, name, value);
  return made;
}

function toIssue(issue: StandardIssue): ValidationIssue {
  const path = (issue.path ?? []).map((step) => (typeof step === 'object' ? step.key : step));
  return { path: pointerOf(path), message: issue.message, rule: 'schema' };
}
