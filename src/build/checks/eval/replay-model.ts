import type { Model, ModelAnswer, ModelRequest } from './model.js';
import { keyOf, type RecordedAnswer } from './recording.js';

/** Recorded answers in the place of a model. */
export class ReplayModel implements Model {
  readonly #answers: ReadonlyMap<string, RecordedAnswer>;
  readonly #used = new Set<string>();
  #missingCount = 0;

  constructor(answers: readonly RecordedAnswer[]) {
    this.#answers = new Map(answers.map((answer) => [answer.request, answer]));
  }

  /** The number of requests that have no recorded answer. */
  get missingCount(): number {
    return this.#missingCount;
  }

  async ask(request: ModelRequest): Promise<ModelAnswer> {
    const key = keyOf(request);
    const answer = this.#answers.get(key);
    this.#used.add(key);
    if (answer !== undefined) return { calls: answer.calls };
    this.#missingCount++;
    return { problem: 'The answer is not recorded, or the request or a tool has changed since: record it again.' };
  }

  async close(): Promise<void> {}

  /** Returns the names of the cases whose answers no request has used. */
  unused(): readonly string[] {
    return [...this.#answers.values()].filter(({ request }) => !this.#used.has(request)).map((one) => one.case);
  }
}
