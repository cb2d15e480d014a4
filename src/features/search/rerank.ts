import { OutputValidationError } from '../../base/errors/errors.js';

/**
 * Returns what was scored, best first.
 *
 * @throws OutputValidationError unless there is one finite number for each candidate.
 */
export function sortByScores<T>(candidates: readonly T[], scores: unknown): readonly T[] {
  if (!Array.isArray(scores)) throw refuse('did not return an array of scores');
  if (scores.length !== candidates.length) {
    throw refuse(`returned ${scores.length} scores for ${candidates.length} candidates`);
  }
  if (!scores.every(Number.isFinite)) throw refuse('returned a score that is not a finite number');
  const scored = candidates.map((candidate, index) => ({ candidate, score: Number(scores[index]) }));
  return scored.toSorted((one, other) => other.score - one.score).map(({ candidate }) => candidate);
}

function refuse(what: string): OutputValidationError {
  return new OutputValidationError(`The function 'rerank' ${what}.`);
}
