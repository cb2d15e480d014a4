import { scheduleNextTurn } from '../../../base/async/schedule.js';
import { isSuspension, SuspendedError } from '../../../base/errors/errors.js';
import { hashText } from '../../../base/runtime/sha256.js';
import { toToolError } from '../../../call/failure.js';
import { onAbort } from '../../../call/on-abort.js';
import { type ToolError, ToolResult } from '../../../index.js';
import type { McpCallResult } from '../protocol/messages.js';
import { toCallResult } from './call-result.js';
import type { McpExchange, McpQuestion } from './exchange.js';
import type { Answer, InputRequired, RoundTrip, RoundTripEnd } from './multi-round-trip-call.js';
import { ReplayError } from './replay-error.js';
import type { RecordedQuestion, RoundState } from './round-state.js';

/** One run of a call that is run again for each round of answers. */
export interface ReplayedRun {
  readonly toolName: string;
  /** Runs the call. Rejects as `ToolServer.callTool` does. */
  readonly run: RoundTrip['run'];
  /** The exchange of the request. It has no `request`: questions are sent as the response. */
  readonly exchange: Omit<McpExchange, 'request'>;
  /** The questions of the earlier runs, and their answers. */
  readonly state: RoundState;
  /** The answers that the client sent with this request. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Returns the signed text of a state. Throws a ReplayError if the call cannot continue. */
  readonly seal: (state: RoundState) => string;
}

/** The questions that a client has to answer, with the state that it has to send back. */
export interface ReplayedInput extends Pick<InputRequired, 'inputRequests'> {
  readonly kind: 'input_required';
  readonly requestState: string;
}

interface IdentifiedQuestion {
  readonly name: string;
  readonly recorded: RecordedQuestion;
}

interface AskedQuestion {
  readonly question: Pick<McpQuestion, 'method' | 'params'>;
  readonly recorded: RecordedQuestion;
  readonly reject: (error: unknown) => void;
}

/**
 * A run of a call from its beginning, with the answers so far. The first question without an answer suspends the run,
 * together with the questions that the tool asks at the same time.
 */
export class ReplayedCall {
  readonly #run: ReplayedRun;
  readonly #abort = new AbortController();
  /** The questions that have answers, by name: those of earlier runs, and those that the client answers early. */
  readonly #answered = new Map<string, RecordedQuestion>();
  /** The questions of this run that have no answer, by name. */
  readonly #asked = new Map<string, AskedQuestion>();
  /** The names of all questions of this run. */
  readonly #names = new Set<string>();
  /** The questions that suspended the last run. Until this run reaches them, it repeats what has been sent. */
  readonly #unreached = new Set<string>();
  #count = 0;
  #cancelSuspension: (() => void) | undefined;
  #requestState: string | undefined;
  #failure: ToolError | undefined;

  constructor(run: ReplayedRun) {
    this.#run = run;
    for (const [name, question] of run.state.questions) {
      if (question.answer === undefined) this.#unreached.add(name);
      else this.#answered.set(name, question);
    }
  }

  /** Runs the call until it ends or is suspended. Rejects as `ToolServer.callTool` does. */
  async run(): Promise<RoundTripEnd | ReplayedInput> {
    const { run, exchange, state } = this.#run;
    const stopListening = onAbort(exchange.signal, () => this.#abort.abort(exchange.signal.reason));
    try {
      const result = await run({
        ...exchange,
        callId: state.callId,
        signal: this.#abort.signal,
        notify: async (method, sent) => {
          if (this.#unreached.size === 0) await exchange.notify(method, sent);
        },
        request: (question, signal) => this.#ask(question, signal),
      });
      // The tool may have caught the error of its question, or middleware that of the suspension.
      if (this.#failure !== undefined) return toEnd(toCallResult(ToolResult.fail(this.#failure), 'free'));
      return this.#inputIf(result.isError === true) ?? toEnd(result);
    } catch (thrown) {
      const input = this.#inputIf(isSuspension(thrown));
      if (input !== undefined) return input;
      throw thrown;
    } finally {
      this.#cancelSuspension?.();
      stopListening();
    }
  }

  async #ask(question: McpQuestion, signal: AbortSignal): Promise<unknown> {
    if (this.#failure !== undefined) throw this.#failure;
    const { name, recorded } = this.#identify(question);
    const known = this.#run.state.questions.get(name);
    if (known !== undefined && known.digest !== recorded.digest) throw this.#fail(this.#createMismatch());
    this.#unreached.delete(name);
    const answer = this.#answerTo(name, recorded);
    if (answer === undefined) return this.#suspendFor(name, { question, recorded, signal });
    this.#answered.set(name, { ...recorded, answer });
    return answer;
  }

  /** Names a question: by the key that the tool has set, or else by its number. */
  #identify({ method, params, key, isApproval }: McpQuestion): IdentifiedQuestion {
    const isNamed = key !== undefined && !this.#names.has(key);
    const name = isNamed ? key : this.#nextName();
    this.#names.add(name);
    const digest = isNamed ? {} : { digest: hashText(JSON.stringify([method, params]), 'base64url') };
    return { name, recorded: { ...digest, ...(isApproval === true ? { isApproval } : {}) } };
  }

  #nextName(): string {
    const name = `question-${++this.#count}`;
    return this.#names.has(name) ? this.#nextName() : name;
  }

  /** Returns the answer to a question. Only a question that was asked, or has a key, can be answered by this request. */
  #answerTo(name: string, { digest }: RecordedQuestion): Answer | undefined {
    const { state, answers } = this.#run;
    const isAnswerable = state.questions.has(name) || digest === undefined;
    return this.#answered.get(name)?.answer ?? (isAnswerable ? answers.get(name) : undefined);
  }

  #suspendFor(
    name: string,
    {
      question: { method, params },
      recorded,
      signal,
    }: Omit<AskedQuestion, 'reject'> & { readonly signal: AbortSignal },
  ): Promise<never> {
    return new Promise((_, reject) => {
      this.#asked.set(name, { question: { method, params }, recorded, reject });
      onAbort(signal, () => reject(signal.reason));
      // Later than the current microtasks, so that questions that are asked at the same time share a round.
      this.#cancelSuspension ??= scheduleNextTurn(() => this.#suspend());
    });
  }

  #suspend(): void {
    if (this.#abort.signal.aborted) return;
    const { toolName, state, seal } = this.#run;
    const asked = [...this.#asked].map(([name, { recorded }]) => [name, recorded] as const);
    try {
      const questions = new Map([...this.#answered, ...asked]);
      this.#requestState = seal({ callId: state.callId, round: state.round + 1, questions });
    } catch (error) {
      this.#fail(toToolError(error, { toolName, secretsIn: [] }));
      for (const { reject } of this.#asked.values()) reject(error);
      return;
    }
    this.#abort.abort(new SuspendedError(`The call of '${toolName}' waits for an answer of its client.`, { toolName }));
  }

  #inputIf(isSuspended: boolean): ReplayedInput | undefined {
    const requestState = this.#requestState;
    if (!isSuspended || requestState === undefined) return undefined;
    const requests = [...this.#asked].map(([name, { question }]) => [name, question] as const);
    return { kind: 'input_required', inputRequests: Object.fromEntries(requests), requestState };
  }

  #fail(error: ToolError): ToolError {
    this.#failure = error;
    return error;
  }

  #createMismatch(): ReplayError {
    return new ReplayError(
      this.#run.toolName,
      'not deterministic',
      'is not deterministic before its question: run again with the same arguments and answers, it asked another one. ' +
        "Set a key for each question; or set the annotation idempotentHint to false, which holds the tool's calls.",
    );
  }
}

function toEnd(result: McpCallResult): RoundTripEnd {
  return { kind: 'result', result };
}
