import type { StandardIssue } from '../../base/json/standard-schema.js';

/** A problem of zod with a value that is none of the alternatives of a union. */
interface UnionIssue extends StandardIssue {
  readonly code: 'invalid_union';
  /** The problems with each alternative. Their paths begin at the value. */
  readonly errors: readonly (readonly StandardIssue[])[];
}

/**
 * Returns the problems with the alternative of a union that a value is most likely meant to be, because the message of
 * zod is only "Invalid input": those of the alternative whose type the value has, and otherwise what each one expects.
 */
export function expandUnion(issue: StandardIssue): readonly StandardIssue[] {
  if (!isUnionIssue(issue)) return [issue];
  const { path = [], errors, message } = issue;
  const alternatives = errors.map((issues) => issues.flatMap(expandUnion));
  const [nearest] = alternatives
    .filter((issues) => issues.every((one) => depthOf(one) > 0))
    .sort((some, others) => some.length - others.length);
  if (nearest !== undefined) return nearest.map((one) => ({ ...one, path: [...path, ...(one.path ?? [])] }));
  const expected = alternatives.flatMap((issues) => issues.filter((one) => depthOf(one) === 0));
  return [{ path, message: [...new Set(expected.map((one) => one.message))].join(', or ') || message }];
}

function depthOf({ path = [] }: StandardIssue): number {
  return path.length;
}

/** Checks whether an issue is one of a union whose schema has no message of its own. */
function isUnionIssue(issue: StandardIssue): issue is UnionIssue {
  return 'code' in issue && issue.code === 'invalid_union' && issue.message === 'Invalid input' && 'errors' in issue;
}
