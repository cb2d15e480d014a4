import { unrefTimer } from '../../../base/async/schedule.js';
import { onAbort } from '../../../call/on-abort.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { McpCallResult } from '../protocol/messages.js';
import { estimateBytes } from './estimate-bytes.js';
import type { InputRequests, McpExchange, McpQuestion } from './exchange.js';
import type { Notify } from './outbox.js';
import type { ToolServer } from './tool-server.js';
import type { WaitingCall } from './waiting-calls.js';
import type { WireTask } from './wire-task.js';

/** One request of a call that may need several requests: the first one, or one with answers. */
export interface RoundTrip {
  readonly tools: ToolServer;
  /** The params of the request. */
  readonly params: unknown;
  /** What is called: the name of a tool, or a method and what it names. The requests of one call have the same. */
  readonly callee: string;
  /** Runs the call. Rejects with an McpProtocolError on a failure that is no result. */
  readonly run: (exchange: McpExchange) => Promise<McpCallResult>;
  /** The exchange of the request. It has no `request`: questions are sent as the response. */
  readonly exchange: Omit<McpExchange, 'request'>;
  /** The client that the call belongs to. */
  readonly owner: string | undefined;
  /** The client whose waiting calls are counted: the owner, or else the address of the client. */
  readonly client: string;
  /** The call that continues, once its signature is verified. Undefined for the first request. */
  readonly callId: string | undefined;
  /** The answers of the client, by question. */
  readonly answers: unknown;
  /** Whether the call becomes a task when its tool begins. */
  readonly becomesTask?: boolean | undefined;
}

/** A round trip of a call that has begun: the client of its request may have reached another node. */
export interface ContinuingTrip extends Pick<RoundTrip, 'answers'> {
  readonly exchange: Pick<RoundTrip['exchange'], 'signal' | 'notify' | 'progressToken'>;
}

/** The questions that a client has to answer before its call can continue. */
export interface InputRequired {
  readonly callId: string;
  /** The number of this round trip, from 1 on. */
  readonly round: number;
  readonly inputRequests: InputRequests;
}

/** The end of a call over its round trips. */
export interface RoundTripEnd {
  readonly kind: 'result';
  readonly result: McpCallResult;
}

/** A call that has become a task. */
export interface RoundTripTask {
  readonly kind: 'task';
  readonly task: WireTask;
}

/** The response to one request of a call. */
export type RoundTripResult = RoundTripEnd | RoundTripTask | ({ readonly kind: 'input_required' } & InputRequired);

// How long a call waits for its client to come back, in milliseconds: a person may have to answer.
const waitMs = 600_000;

interface Question extends Pick<McpQuestion, 'method' | 'params'> {
  readonly answer: (answer: Answer) => void;
}

/** The answer of a client to a question. */
export type Answer = Readonly<Record<string, unknown>>;

/** A call over all its round trips. */
export class MultiRoundTripCall implements WaitingCall {
  readonly id = crypto.randomUUID();
  readonly owner: string | undefined;
  readonly client: string;
  readonly callee: string;
  readonly #abort = new AbortController();
  readonly #questions = new Map<string, Question>();
  readonly #onExpired: (id: string) => void;
  readonly #result: Promise<McpCallResult>;
  readonly #params: unknown;
  /** The exchange of the current request. Undefined while the call waits, so that no ended request is retained. */
  #exchange: ContinuingTrip['exchange'] | undefined;
  #answers: Map<string, Answer>;
  #asked = createSignal();
  /** Resolves when the call becomes a task, which is when its tool begins. */
  readonly #task: Promise<RoundTripTask>;
  readonly #becomesTask: boolean;
  #hasBegun = false;
  #statusMessage: string | undefined;
  #onChanged: (() => void) | undefined;
  #count = 0;
  #tripCount = 0;
  #expiry: NodeJS.Timeout | undefined;

  constructor(trip: RoundTrip, { onExpired, becomeTask }: CallListeners) {
    const { params, callee, run, exchange, owner, client, becomesTask = false } = trip;
    this.#exchange = exchange;
    this.#params = params;
    this.#answers = answersIn(trip);
    this.#onExpired = onExpired;
    this.#becomesTask = becomesTask;
    this.owner = owner;
    this.client = client;
    this.callee = callee;
    const notify: Notify = (method, sent) => this.#notify(method, sent);
    const began = createSignal();
    this.#task = began.promise.then(() => {
      clearTimeout(this.#expiry);
      return { kind: 'task', task: becomeTask(this) };
    });
    const onAttempt = (): void => {
      this.#hasBegun = true;
      began.signal();
    };
    const ofTask = { isTask: true, progressToken: this.id, onAttempt };
    this.#result = run({
      ...exchange,
      ...(becomesTask ? ofTask : {}),
      signal: this.#abort.signal,
      cancel: () => this.cancel(),
      notify,
      request: (question, signal) => this.#ask(question, signal),
    });
    // It may reject while no request waits for it.
    this.#result.catch(() => undefined);
  }

  /** An estimate of the memory that the arguments, unused answers and questions of the call occupy. */
  get bytes(): number {
    return estimateBytes([this.#params, [...this.#answers], this.inputRequests]);
  }

  /** The result. Rejects with an McpProtocolError on a failure that is no result. */
  get result(): Promise<McpCallResult> {
    return this.#result;
  }

  /** Whether the call waits for answers of its client. */
  get isWaiting(): boolean {
    return this.#questions.size > 0;
  }

  /** The questions that have no answer yet. */
  get inputRequests(): InputRequests {
    const requests = [...this.#questions].map(([key, { method, params }]) => {
      return [key, params === undefined ? { method } : { method, params }] as const;
    });
    return Object.fromEntries(requests);
  }

  /** The message of the latest progress of a task. */
  get statusMessage(): string | undefined {
    return this.#statusMessage;
  }

  /** Calls a listener when a task has asked its client something, or has reported progress. */
  observe(listener: () => void): void {
    this.#onChanged = listener;
  }

  /** Passes on answers to the open questions of a task. Any other answer is ignored. */
  answer(answers: unknown): void {
    this.#answers = answersIn({ answers });
    this.#deliverAnswers();
    this.#answers.clear();
  }

  /** Waits for the response to one request of the call. */
  async handle({ exchange, ...trip }: ContinuingTrip): Promise<RoundTripResult> {
    clearTimeout(this.#expiry);
    // The constructor has read the answers of the first round trip. Some may have been used already.
    if (exchange !== this.#exchange) this.#answers = answersIn(trip);
    this.#exchange = exchange;
    const stopListening = onAbort(exchange.signal, () => this.cancel());
    try {
      this.#deliverAnswers();
      // Questions without an answer are sent again.
      if (this.#questions.size > 0) this.#reportQuestions();
      const ended = this.#result.then((result) => ({ kind: 'result', result }) as const);
      const end = await Promise.race([this.#task, ended, this.#asked.promise]);
      if (end !== undefined) return end;
      this.#asked = createSignal();
      this.#expiry = setTimeout(() => this.#expire(), waitMs);
      unrefTimer(this.#expiry);
      return {
        kind: 'input_required',
        callId: this.id,
        round: ++this.#tripCount,
        inputRequests: this.inputRequests,
      };
    } finally {
      stopListening();
      if (this.#exchange === exchange) this.#exchange = undefined;
    }
  }

  cancel(): void {
    clearTimeout(this.#expiry);
    this.#abort.abort();
  }

  #expire(): void {
    this.cancel();
    this.#onExpired(this.id);
  }

  #ask(question: McpQuestion, signal: AbortSignal): Promise<unknown> {
    const { method, params } = question;
    const known = this.#takeEarlyAnswer(question);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      const key = this.#keyOf(question);
      const answer = (received: Answer): void => {
        stopListening();
        resolve(received);
      };
      this.#questions.set(key, { method, params, answer });
      const stopListening = onAbort(signal, () => {
        this.#questions.delete(key);
        reject(signal.reason);
      });
      this.#reportQuestions();
    });
  }

  /** Reports questions: as the response of the current request, or as those of a task. */
  #reportQuestions(): void {
    if (this.#hasBegun) this.#onChanged?.();
    else this.#asked.signal();
  }

  /** Returns an answer that arrived before its question: a client may know the keys of a tool's questions. */
  #takeEarlyAnswer({ key }: McpQuestion): Answer | undefined {
    return key === undefined || this.#questions.has(key) ? undefined : this.#takeAnswer(key);
  }

  #keyOf({ key }: McpQuestion): string {
    return key === undefined || this.#questions.has(key) ? `question-${++this.#count}` : key;
  }

  /** Removes and returns an answer, because it answers only one question. */
  #takeAnswer(key: string): Answer | undefined {
    const received = this.#answers.get(key);
    this.#answers.delete(key);
    return received;
  }

  #deliverAnswers(): void {
    for (const [key, { answer }] of [...this.#questions]) {
      const received = this.#takeAnswer(key);
      if (received === undefined) continue;
      this.#questions.delete(key);
      answer(received);
    }
  }

  /** Sends a notification with the current request. Without one, no client can receive it. */
  async #notify(method: string, sent: Readonly<Record<string, unknown>>): Promise<void> {
    const exchange = this.#exchange;
    if (this.#becomesTask && method === 'notifications/progress') {
      if (typeof sent.message === 'string') this.#statusMessage = sent.message;
      this.#onChanged?.();
      return;
    }
    if (exchange === undefined) return;
    const { progressToken = sent.progressToken } = exchange;
    // Each request has its own progress token.
    await exchange.notify(method, 'progressToken' in sent ? { ...sent, progressToken } : sent);
  }
}

/** What listens to a call over its round trips. */
export interface CallListeners {
  /** Called when the client of a waiting call has not come back in time. */
  readonly onExpired: (id: string) => void;
  /** Stores the task of a call that has become one. */
  readonly becomeTask: (call: MultiRoundTripCall) => WireTask;
}

/** Reads the answers that a client sent. Malformed answers are ignored. */
export function answersIn({ answers }: Pick<RoundTrip, 'answers'>): Map<string, Answer> {
  // A former version of the protocol sent answers within requests.
  const isAnswer = (entry: [string, unknown]): entry is [string, Answer] => {
    return isRecord(entry[1]) && !('method' in entry[1]) && !('result' in entry[1]);
  };
  return new Map(isRecord(answers) ? Object.entries(answers).filter(isAnswer) : []);
}

interface Signal {
  readonly promise: Promise<undefined>;
  readonly signal: () => void;
}

function createSignal(): Signal {
  let resolve: ((value: undefined) => void) | undefined;
  const promise = new Promise<undefined>((settle) => {
    resolve = settle;
  });
  return { promise, signal: () => resolve?.(undefined) };
}
