import { AssertionError } from 'node:assert';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { nearestName } from '../../base/options/nearest-name.js';
import { list, nonEmpty, object, string } from '../../base/options/option-rules.js';
import { previewValue } from '../../base/values/value-preview.js';
import { DefinitionError } from '../../index.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import { type AnswerParts, clientOf, type ScriptedApi, scriptedApis, writeAnswer } from './scripted-answer.js';

/** A tool call of a scripted model. */
export interface ScriptedCall {
  readonly name: string;
  /** @default no arguments */
  readonly input?: object | undefined;
  /** @default `call_1`, `call_2` and so on */
  readonly id?: string | undefined;
}

/** One answer of a scripted model: its text, or its text and its tool calls. */
export type ScriptedAnswer =
  | string
  | { readonly text?: string | undefined; readonly calls?: readonly ScriptedCall[] | undefined };

/** One turn: the answer, a function that returns it for a request, or the error with which the request fails. */
// biome-ignore lint/suspicious/noExplicitAny: each API has another type of request, which the function names.
export type ScriptedTurn = ScriptedAnswer | Error | ((request: any) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** A model that answers what a script says. */
export interface ModelScript {
  /** The part of the provider's client that sends requests to the model. Assert its type: `model.client as OpenAI`. */
  readonly client: object;
  /** Copies of the requests that the model has received, the first one first. */
  readonly requests: readonly unknown[];
  /** Answers a request, as the client does. */
  readonly respond: (request: unknown) => Promise<unknown>;
  /** Throws an AssertionError if turns of the script are left. */
  assertFinished(): void;
}

/**
 * Creates a model that answers what a script says, for tests of agent loops. It has the client of an API of OpenAI, Anthropic or
 * Google, without streams. A request beyond the last turn fails.
 *
 * @example
 * ```ts
 * const model = scriptedModel('openai', [{ calls: [{ name: 'find', input: { query: 'tea' } }] }, 'There is tea.']);
 * const answer = await runAgent(model.client as OpenAI);
 * model.assertFinished();
 * ```
 * @throws DefinitionError on an unknown API, and on a turn of another shape.
 */
export function scriptedModel(api: ScriptedApi, turns: readonly ScriptedTurn[]): ModelScript {
  if (!scriptedApis.includes(api)) {
    const nearest = nearestName(String(api), scriptedApis);
    const hint = nearest === undefined ? `The APIs are ${scriptedApis.join(', ')}.` : `Did you mean '${nearest}'?`;
    throw new DefinitionError(`scriptedModel: there is no API '${String(api)}'. ${hint}`);
  }
  for (const [index, turn] of turns.entries()) {
    if (typeof turn !== 'function' && !isError(turn)) checkAnswer(turn, index);
  }
  const script = new Script(api, [...turns]);
  const respond = (request: unknown): Promise<unknown> => script.respond(request);
  return Object.freeze({
    client: clientOf(api, respond),
    requests: script.requests,
    respond,
    assertFinished: () => script.assertFinished(),
  });
}

class Script {
  readonly requests: unknown[] = [];
  readonly #api: ScriptedApi;
  readonly #turns: readonly ScriptedTurn[];
  #calls = 0;

  constructor(api: ScriptedApi, turns: readonly ScriptedTurn[]) {
    this.#api = api;
    this.#turns = turns;
  }

  async respond(request: unknown): Promise<unknown> {
    const index = this.requests.length;
    // A loop adds messages to the list that it has sent.
    this.requests.push(structuredClone(request));
    const turn = this.#turns[index];
    if (turn === undefined) throw this.#createExcessError();
    if (isError(turn)) throw turn;
    const answer = typeof turn === 'function' ? await turn(request) : turn;
    checkAnswer(answer, index);
    return writeAnswer(this.#api, this.#complete(answer));
  }

  assertFinished(): void {
    const [asked, scripted] = [this.requests.length, this.#turns.length];
    if (asked === scripted) return;
    const message = `The model was asked ${countOf(asked, 'time')}, but the script has ${countOf(scripted, 'turn')}.`;
    throw new AssertionError({ message, actual: asked, expected: scripted, operator: 'assertFinished' });
  }

  #complete(answer: ScriptedAnswer): AnswerParts {
    const { text = '', calls = [] } = typeof answer === 'string' ? { text: answer } : answer;
    const complete = calls.map(({ name, input = {}, id = `call_${++this.#calls}` }) => ({ name, input, id }));
    return { text, calls: complete };
  }

  #createExcessError(): AssertionError {
    const [asked, scripted] = [this.requests.length, this.#turns.length];
    const message = `The script has ${countOf(scripted, 'turn')}, but the model was asked ${asked} times.`;
    return new AssertionError({ message, actual: asked, expected: scripted, operator: 'scriptedModel' });
  }
}

function countOf(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

const answerNames: OptionNames<Exclude<ScriptedAnswer, string>> = { text: string, calls: list };
const callNames: OptionNames<ScriptedCall> = { name: nonEmpty, input: object, id: nonEmpty };

function checkAnswer(answer: unknown, index: number): void {
  if (typeof answer === 'string') return;
  const where = `scriptedModel: turn ${index}`;
  if (!isRecord(answer)) {
    throw new DefinitionError(
      `${where} must be a string, an object with text or calls, a function or an Error, not ${previewValue(answer)}.`,
    );
  }
  checkOptionNames(answer, answerNames, where);
  const { calls } = answer;
  if (Array.isArray(calls)) for (const call of calls) checkOptionNames(call, callNames, `${where}: calls`);
}

/** Also of another realm, such as that of a test runner. */
function isError(value: unknown): value is Error {
  return Object.prototype.toString.call(value) === '[object Error]';
}
