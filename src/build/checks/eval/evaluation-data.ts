import { type Evaluation, statusOf } from './evaluate.js';
import { explainCase } from './explain-case.js';
import { labelOf } from './match-case.js';

/** Returns an evaluation for programs. */
export function dataOfEvaluation({ results, confusions, totals }: Evaluation): unknown {
  const cases = results.map((result) => ({
    name: result.case.name,
    status: statusOf(result),
    expected: result.case.expect.map(labelOf),
    calls: result.answer.calls ?? [],
    explanation: explainCase(result),
  }));
  return { cases, confusions, totals };
}
