import { ToolExecutionError } from '../../../../base/errors/errors.js';

/** The settings of the questions of a task. */
export interface TaskQuestionsParts {
  /** The name of the tool for models. */
  readonly toolName: string;
  /** Asks a question. Resolves to the answer. */
  readonly answer: (question: unknown, signal: AbortSignal) => Promise<unknown>;
  /** Aborts the questions. */
  readonly signal: AbortSignal;
  /** Called when a question is answered, or cannot be. */
  readonly onAnswered: () => void;
}

// Each one may be shown to a person.
const maxQuestions = 100;

/** The questions of a task. Each is asked once, however often the server repeats it. */
export class TaskQuestions {
  readonly #parts: TaskQuestionsParts;
  readonly #asked = new Set<string>();
  #answers = new Map<string, unknown>();
  #failure: { readonly error: unknown } | undefined;

  constructor(parts: TaskQuestionsParts) {
    this.#parts = parts;
  }

  /** Asks the questions that are new. @throws ToolExecutionError if there are too many. */
  ask(questions: Readonly<Record<string, unknown>>): void {
    const { toolName } = this.#parts;
    for (const [key, question] of Object.entries(questions)) {
      if (this.#asked.has(key)) continue;
      if (this.#asked.size >= maxQuestions) {
        throw new ToolExecutionError(`The task of '${toolName}' asked more than ${maxQuestions} questions.`, {
          toolName,
        });
      }
      this.#asked.add(key);
      void this.#ask(key, question);
    }
  }

  /** Returns the answers that have not been taken yet; undefined if there are none. @throws the error of a question. */
  take(): Readonly<Record<string, unknown>> | undefined {
    if (this.#failure !== undefined) throw this.#failure.error;
    if (this.#answers.size === 0) return undefined;
    const answers = this.#answers;
    this.#answers = new Map();
    return Object.fromEntries(answers);
  }

  async #ask(key: string, question: unknown): Promise<void> {
    const { answer, signal, onAnswered } = this.#parts;
    try {
      const given = await answer(question, signal);
      this.#answers.set(key, given);
    } catch (error) {
      this.#failure ??= { error };
    }
    onAnswered();
  }
}
