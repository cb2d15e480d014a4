import { randomUUID } from 'node:crypto';
import { onAbort } from '../../execution/on-abort.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { McpCallResult } from '../protocol/messages.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import type { McpExchange, McpQuestion } from './exchange.js';
import type { Notify } from './outbox.js';
import type { ToolServer } from './tool-server.js';

/** One request of a call that may need several requests: the first one, or one with answers. */
export interface RoundTrip {
  readonly tools: ToolServer;
  /** The params of `tools/call`. */
  readonly params: unknown;
  /** The exchange of the request. It has no `request`: questions are sent as the response. */
  readonly exchange: Omit<McpExchange, 'request'>;
  /** The client that the call belongs to. */
  readonly owner: string | undefined;
  /** The call that continues, once its signature is verified. Undefined for the first request. */
  readonly callId: string | undefined;
  /** The answers of the client, by question. */
  readonly answers: unknown;
}

/** The questions that a client has to answer before its call can continue. */
export interface InputRequired {
  readonly callId: string;
  /** The number of this round trip, from 1 on. */
  readonly round: number;
  /** The requests by the keys under which the client sends its answers. */
  readonly inputRequests: Readonly<Record<string, Pick<McpQuestion, 'method' | 'params'>>>;
}

/** The response to one request of a call. */
export type RoundTripResult =
  | { readonly kind: 'result'; readonly result: McpCallResult }
  | ({ readonly kind: 'input_required' } & InputRequired);

// How long a call waits for its client to come back, in milliseconds: a person may have to answer.
const waitMs = 600_000;

/**
 * The calls that wait for answers of their clients. From protocol version 2026-07-28 on, a server sends no requests: it
 * responds to a call with its questions, and the client repeats the call with the answers (specification,
 * basic/patterns/mrtr). The tool waits in this process.
 */
export class MultiRoundTrips {
  readonly #calls = new Map<string, MultiRoundTripCall>();

  /** Begins or continues a call. Throws an McpProtocolError if the call no longer waits for this client. */
  async handle(trip: RoundTrip): Promise<RoundTripResult> {
    const call = trip.callId === undefined ? this.#begin(trip) : this.#find(trip, trip.callId);
    const result = await call.handle(trip);
    if (result.kind === 'result') this.#calls.delete(call.id);
    else this.#calls.set(call.id, call);
    return result;
  }

  /** Cancels all waiting calls. */
  close(): void {
    for (const call of this.#calls.values()) call.cancel();
    this.#calls.clear();
  }

  #begin(trip: RoundTrip): MultiRoundTripCall {
    return new MultiRoundTripCall(trip, (id) => this.#calls.delete(id));
  }

  #find({ owner, params }: RoundTrip, callId: string): MultiRoundTripCall {
    const call = this.#calls.get(callId);
    const name = isRecord(params) ? params.name : undefined;
    if (call !== undefined && call.owner === owner && call.toolName === name) return call;
    throw new McpProtocolError(rpcErrorCodes.invalidParams, 'This call no longer waits for answers. Call again.');
  }
}

interface Question extends Pick<McpQuestion, 'method' | 'params'> {
  readonly answer: (answer: Answer) => void;
}

type Answer = Readonly<Record<string, unknown>>;

/** A call over all its round trips. */
class MultiRoundTripCall {
  readonly id = randomUUID();
  readonly owner: string | undefined;
  readonly toolName: unknown;
  readonly #abort = new AbortController();
  readonly #questions = new Map<string, Question>();
  readonly #onExpired: (id: string) => void;
  readonly #result: Promise<McpCallResult>;
  #trip: RoundTrip;
  #answers: Map<string, Answer>;
  #asked = createSignal();
  #count = 0;
  #tripCount = 0;
  #expiry: NodeJS.Timeout | undefined;

  constructor(trip: RoundTrip, onExpired: (id: string) => void) {
    const { tools, params, exchange, owner } = trip;
    this.#trip = trip;
    this.#answers = answersIn(trip);
    this.#onExpired = onExpired;
    this.owner = owner;
    this.toolName = isRecord(params) ? params.name : undefined;
    const notify: Notify = (method, sent) => this.#trip.exchange.notify(method, this.#withOwnToken(sent));
    this.#result = tools.callTool(params, {
      ...exchange,
      signal: this.#abort.signal,
      notify,
      request: (question, signal) => this.#ask(question, signal),
    });
    // It may reject while no request waits for it.
    this.#result.catch(() => undefined);
  }

  async handle(trip: RoundTrip): Promise<RoundTripResult> {
    clearTimeout(this.#expiry);
    // The constructor has read the answers of the first round trip. Some may have been used already.
    if (trip !== this.#trip) this.#answers = answersIn(trip);
    this.#trip = trip;
    const { signal } = trip.exchange;
    const onGone = (): void => this.cancel();
    signal.addEventListener('abort', onGone, { once: true });
    try {
      this.#deliverAnswers();
      // Questions without an answer are sent again.
      if (this.#questions.size > 0) this.#asked.signal();
      const ended = this.#result.then((result) => ({ kind: 'result', result }) as const);
      const end = await Promise.race([ended, this.#asked.promise]);
      if (end !== undefined) return end;
      this.#asked = createSignal();
      return {
        kind: 'input_required',
        callId: this.id,
        round: ++this.#tripCount,
        inputRequests: this.#inputRequests(),
      };
    } finally {
      signal.removeEventListener('abort', onGone);
      this.#expiry = setTimeout(() => this.#expire(), waitMs);
      this.#expiry.unref();
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
      this.#asked.signal();
    });
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

  #inputRequests(): InputRequired['inputRequests'] {
    const requests = [...this.#questions].map(([key, { method, params }]) => {
      return [key, params === undefined ? { method } : { method, params }] as const;
    });
    return Object.fromEntries(requests);
  }

  /** Replaces the progress token: each request has its own. */
  #withOwnToken(sent: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    if (!('progressToken' in sent)) return sent;
    return { ...sent, progressToken: this.#trip.exchange.progressToken ?? sent.progressToken };
  }
}

/** Reads the answers that a client sent. Malformed answers are ignored. */
function answersIn({ answers }: RoundTrip): Map<string, Answer> {
  const isAnswer = (entry: [string, unknown]): entry is [string, Answer] => isRecord(entry[1]);
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
