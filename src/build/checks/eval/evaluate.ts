import { type Confusion, countConfusions } from './confusion-table.js';
import type { EvalCase } from './eval-case.js';
import { type Match, matchCase } from './match-case.js';
import type { Model, ModelAnswer, OfferedTool } from './model.js';

/** A case with the answer of the model, and how it compares. */
export interface CaseResult {
  readonly case: EvalCase;
  readonly answer: ModelAnswer;
  /** Undefined if the answer has no calls that can be compared. */
  readonly match: Match | undefined;
}

/** The numbers of all cases, of those with the right tool, with the right arguments too, and without an answer. */
export interface Totals {
  readonly cases: number;
  readonly rightTool: number;
  readonly rightArguments: number;
  readonly errors: number;
}

/** The results of all cases. */
export interface Evaluation {
  readonly results: readonly CaseResult[];
  readonly confusions: readonly Confusion[];
  readonly totals: Totals;
}

/** What is evaluated. */
export interface EvaluationInput {
  readonly cases: readonly EvalCase[];
  /** The tools that the model sees. */
  readonly tools: readonly OfferedTool[];
  readonly model: Model;
  /** Ends the evaluation early, with the results until then. */
  readonly signal: AbortSignal;
  /** Called before the model is asked for a case. */
  readonly onCase: (one: EvalCase, index: number) => void;
}

/**
 * Asks a model for one case after the other, and compares its calls.
 *
 * @throws DefinitionError if the model cannot be started.
 */
export async function evaluate({ cases, tools, model, signal, onCase }: EvaluationInput): Promise<Evaluation> {
  const results: CaseResult[] = [];
  for (const [index, one] of cases.entries()) {
    onCase(one, index);
    const answer = await model.ask({ tools, messages: one.messages });
    if (signal.aborted) break;
    const match = answer.calls === undefined ? undefined : matchCase(one, answer.calls);
    results.push({ case: one, answer, match });
  }
  return {
    results,
    confusions: countConfusions(results.flatMap(({ match }) => match?.mistakes ?? [])),
    totals: count(results),
  };
}

/** Returns whether a case is right, is wrong, or has no answer. */
export function statusOf({ match }: CaseResult): 'ok' | 'wrong' | 'error' {
  if (match === undefined) return 'error';
  return match.mistakes.length === 0 && match.difference === undefined ? 'ok' : 'wrong';
}

function count(results: readonly CaseResult[]): Totals {
  return {
    cases: results.length,
    rightTool: results.filter(({ match }) => match?.mistakes.length === 0).length,
    rightArguments: results.filter((result) => statusOf(result) === 'ok').length,
    errors: results.filter(({ match }) => match === undefined).length,
  };
}
