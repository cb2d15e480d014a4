import { randomUUID } from 'node:crypto';
import { onAbort } from '../../execution/on-abort.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { McpCallResult } from '../protocol/messages.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import type { McpExchange, McpQuestion } from './exchange.js';
import type { Notify } from './outbox.js';
import type { ToolServer } from './tool-server.js';

/** One request of a call that may take several: the first, or one that comes back with answers. */
export interface Round {
  readonly tools: ToolServer;
  /** Of `tools/call`. */
  readonly params: unknown;
  /** Without a way to ask the client: the answer to the request is the question. */
  readonly exchange: Omit<McpExchange, 'request'>;
  /** Whose call it is. */
  readonly owner: string | undefined;
  /** The call that goes on, if its signature was good; undefined for the first round. */
  readonly callId: string | undefined;
  /** What the client answers, by question. */
  readonly answers: unknown;
}

/** What a client is asked before the call can go on. */
export interface InputRequired {
  readonly callId: string;
  /** Which round this is, from 1 on. */
  readonly round: number;
  /** By question, as the client answers them. */
  readonly inputRequests: Readonly<Record<string, Pick<McpQuestion, 'method' | 'params'>>>;
}

/** How a round ends. */
export type RoundEnd =
  | { readonly kind: 'result'; readonly result: McpCallResult }
  | ({ readonly kind: 'input_required' } & InputRequired);

// How long a call waits for its client to come back, in milliseconds: a person may have to answer.
const waitMs = 600_000;

/**
 * The calls that wait for their clients to come back with answers. From protocol version 2026-07-28 on a server asks
 * nothing by itself: it answers a call with what it needs, and the client makes the call again with it (specification,
 * basic/patterns/mrtr). The tool waits meanwhile, in this process.
 */
export class Rounds {
  readonly #calls = new Map<string, RoundedCall>();

  /** Goes on with a call, or begins one. Throws a McpProtocolError if it does not wait for this client any more. */
  async play(round: Round): Promise<RoundEnd> {
    const call = round.callId === undefined ? this.#begin(round) : this.#find(round, round.callId);
    const end = await call.play(round);
    if (end.kind === 'result') this.#calls.delete(call.id);
    else this.#calls.set(call.id, call);
    return end;
  }

  /** Cancels all calls that wait. */
  close(): void {
    for (const call of this.#calls.values()) call.cancel();
    this.#calls.clear();
  }

  #begin(round: Round): RoundedCall {
    return new RoundedCall(round, (id) => this.#calls.delete(id));
  }

  #find({ owner, params }: Round, callId: string): RoundedCall {
    const call = this.#calls.get(callId);
    const name = isRecord(params) ? params.name : undefined;
    if (call !== undefined && call.owner === owner && call.toolName === name) return call;
    throw new McpProtocolError(
      rpcErrorCodes.invalidParams,
      'This call does not wait for answers any more. Call again.',
    );
  }
}

interface Question extends Pick<McpQuestion, 'method' | 'params'> {
  readonly answer: (answer: Answer) => void;
}

type Answer = Readonly<Record<string, unknown>>;

/** One call, over all its rounds. */
class RoundedCall {
  readonly id = randomUUID();
  readonly owner: string | undefined;
  readonly toolName: unknown;
  readonly #abort = new AbortController();
  readonly #questions = new Map<string, Question>();
  readonly #onExpired: (id: string) => void;
  readonly #result: Promise<McpCallResult>;
  #round: Round;
  #answers: Map<string, Answer>;
  #asked = signalled();
  #count = 0;
  #rounds = 0;
  #expiry: NodeJS.Timeout | undefined;

  constructor(round: Round, onExpired: (id: string) => void) {
    const { tools, params, exchange, owner } = round;
    this.#round = round;
    this.#answers = answersIn(round);
    this.#onExpired = onExpired;
    this.owner = owner;
    this.toolName = isRecord(params) ? params.name : undefined;
    const notify: Notify = (method, told) => this.#round.exchange.notify(method, this.#ofThisRound(told));
    this.#result = tools.callTool(params, {
      ...exchange,
      signal: this.#abort.signal,
      notify,
      request: (question, signal) => this.#ask(question, signal),
    });
    // It may fail while nobody waits.
    this.#result.catch(() => undefined);
  }

  async play(round: Round): Promise<RoundEnd> {
    clearTimeout(this.#expiry);
    // The first round's may have been taken already.
    if (round !== this.#round) this.#answers = answersIn(round);
    this.#round = round;
    const { signal } = round.exchange;
    const gone = (): void => this.cancel();
    signal.addEventListener('abort', gone, { once: true });
    try {
      this.#takeAnswers();
      // What has been asked and not answered is asked again.
      if (this.#questions.size > 0) this.#asked.signal();
      const ended = this.#result.then((result) => ({ kind: 'result', result }) as const);
      const end = await Promise.race([ended, this.#asked.promise]);
      if (end !== undefined) return end;
      this.#asked = signalled();
      return { kind: 'input_required', callId: this.id, round: ++this.#rounds, inputRequests: this.#inputRequests() };
    } finally {
      signal.removeEventListener('abort', gone);
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
    const known = this.#answersNow(question);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      const key = this.#keyOf(question);
      const answer = (given: Answer): void => {
        stopListening();
        resolve(given);
      };
      this.#questions.set(key, { method, params, answer });
      const stopListening = onAbort(signal, () => {
        this.#questions.delete(key);
        reject(signal.reason);
      });
      this.#asked.signal();
    });
  }

  /** What came with this round for a question that the tool names: a client may know it, and not wait to be asked. */
  #answersNow({ key }: McpQuestion): Answer | undefined {
    return key === undefined || this.#questions.has(key) ? undefined : this.#take(key);
  }

  #keyOf({ key }: McpQuestion): string {
    return key === undefined || this.#questions.has(key) ? `question-${++this.#count}` : key;
  }

  /** Each answer answers one question. */
  #take(key: string): Answer | undefined {
    const given = this.#answers.get(key);
    this.#answers.delete(key);
    return given;
  }

  #takeAnswers(): void {
    for (const [key, { answer }] of [...this.#questions]) {
      const given = this.#take(key);
      if (given === undefined) continue;
      this.#questions.delete(key);
      answer(given);
    }
  }

  #inputRequests(): InputRequired['inputRequests'] {
    const requests = [...this.#questions].map(([key, { method, params }]) => {
      return [key, params === undefined ? { method } : { method, params }] as const;
    });
    return Object.fromEntries(requests);
  }

  /** Each round has a progress token of its own. */
  #ofThisRound(told: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    if (!('progressToken' in told)) return told;
    return { ...told, progressToken: this.#round.exchange.progressToken ?? told.progressToken };
  }
}

/** The answers that a client sent; what is none is as if it had not come. */
function answersIn({ answers }: Round): Map<string, Answer> {
  const isAnswer = (entry: [string, unknown]): entry is [string, Answer] => isRecord(entry[1]);
  return new Map(isRecord(answers) ? Object.entries(answers).filter(isAnswer) : []);
}

interface Signalled {
  readonly promise: Promise<undefined>;
  readonly signal: () => void;
}

function signalled(): Signalled {
  let resolve: ((value: undefined) => void) | undefined;
  const promise = new Promise<undefined>((settle) => {
    resolve = settle;
  });
  return { promise, signal: () => resolve?.(undefined) };
}
