import { assignCalls } from './assign-calls.js';
import { type EvalCase, type ExpectedCall, noTool } from './eval-case.js';
import { findDifference } from './find-difference.js';
import type { ModelCall } from './model.js';

/** A tool that was expected, and the one that was called in its place. Either may be `none`. */
export interface Mistake {
  readonly expected: string;
  readonly called: string;
}

/** How the calls of a model compare with those that a case expects. */
export interface Match {
  /** The wrong tools. Empty if at most the arguments are wrong. */
  readonly mistakes: readonly Mistake[];
  /** The first difference of the arguments. Undefined if they are right, or a tool is wrong. */
  readonly difference?: string | undefined;
  /** The tools that were called in addition to the expected ones. */
  readonly further: readonly string[];
}

/** Compares the calls of a model with those of a case. A further call is a mistake only if `never` names its tool. */
export function matchCase({ expect, never }: EvalCase, calls: readonly ModelCall[]): Match {
  const assigned = assignCalls(expect, calls, isRightTool);
  const used = new Set(assigned.values());
  const further = calls.filter((call) => !used.has(call)).map(({ name }) => name);
  const missing = expect.filter((expected) => !assigned.has(expected)).map(labelOf);
  if (missing.length > 0) return { mistakes: pair(missing, further), further };
  const forbidden = expect.length === 0 ? further : further.filter((name) => never.includes(name));
  if (forbidden.length > 0) return { mistakes: pair([noTool], forbidden), further };
  return { mistakes: [], difference: findWrongArguments(expect, calls), further };
}

/** Returns the name of an expected tool, or the names of which each is right. */
export function labelOf({ tools }: ExpectedCall): string {
  return tools.join(' or ');
}

function isRightTool({ tools }: ExpectedCall, { name }: ModelCall): boolean {
  return tools.includes(name);
}

function differenceOf(expected: ExpectedCall, call: ModelCall): string | undefined {
  return findDifference(expected.arguments, call.arguments);
}

/** Pairs each missing tool with a call in its place. The last one has all calls that remain. */
function pair(missing: readonly string[], called: readonly string[]): readonly Mistake[] {
  return Array.from({ length: Math.max(missing.length, called.length) }, (_, index) => ({
    expected: missing[Math.min(index, missing.length - 1)] ?? noTool,
    called: called[index] ?? noTool,
  }));
}

function findWrongArguments(expect: readonly ExpectedCall[], calls: readonly ModelCall[]): string | undefined {
  const isRight = (expected: ExpectedCall, call: ModelCall): boolean =>
    isRightTool(expected, call) && differenceOf(expected, call) === undefined;
  const assigned = assignCalls(expect, calls, isRight);
  const wrong = expect.find((expected) => !assigned.has(expected));
  if (wrong === undefined) return undefined;
  const differences = calls.filter((call) => isRightTool(wrong, call)).map((call) => differenceOf(wrong, call));
  return differences.find((one) => one !== undefined) ?? 'the call with these arguments is expected more than once';
}
