import { readFileSync } from 'node:fs';
import { nearestName } from '../../base/options/nearest-name.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { ClientQuestion, ClientReply } from '../../call/client/call-client.js';
import { isApprovalQuestion } from '../../features/approval/asking-approver.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';
import { isRecord } from './shared/is-record.js';
import { messageOf } from './shared/message-of.js';

/** The answers to the questions of a tool, from a file. */
export class AnswersFile {
  readonly #path: string;
  readonly #approve: boolean | undefined;
  readonly #answers: ReadonlyMap<string, ClientReply>;
  readonly #asked = new Set<string>();
  #isApprovalAsked = false;

  /**
   * Reads a file: `{ "approve": true, "answers": { "<question>": { … } } }`.
   *
   * @throws CommandFailure if the file cannot be read or has another form.
   */
  constructor(path: string) {
    this.#path = path;
    const { approve, answers = {}, ...unknown } = readJson(path);
    const [name] = Object.keys(unknown);
    if (name !== undefined) throw createFailure(path, `has an unknown key '${name}'. Use 'approve' and 'answers'`);
    if (approve !== undefined && typeof approve !== 'boolean') {
      throw createFailure(path, `must have true or false as 'approve', not ${previewValue(approve)}`);
    }
    if (!isRecord(answers)) throw createFailure(path, `must have an object as 'answers', not ${previewValue(answers)}`);
    this.#approve = approve;
    this.#answers = new Map(Object.entries(answers).map(([question, answer]) => [question, readReply(path, answer)]));
  }

  /** Returns the reply to a question: by its key, or else by its text. Undefined if the file has none. */
  find(question: ClientQuestion): ClientReply | undefined {
    if (isApprovalQuestion(question)) {
      this.#isApprovalAsked = true;
      return this.#approve === undefined ? undefined : { kind: 'accept', data: { approve: this.#approve } };
    }
    const name = question.key ?? question.message;
    this.#asked.add(name);
    return this.#answers.get(name);
  }

  /** Returns a sentence about each answer that was not used. */
  listUnused(): readonly string[] {
    const unused = [...this.#answers.keys()].filter((name) => !this.#asked.has(name));
    const sentences = unused.map((name) => {
      const nearest = nearestName(name, this.#asked);
      const suggestion = nearest === undefined ? '' : ` Did you mean '${nearest}'?`;
      return `'${this.#path}' answers '${name}', which was not asked.${suggestion}`;
    });
    if (this.#approve === undefined || this.#isApprovalAsked) return sentences;
    return [...sentences, `'${this.#path}' has 'approve', but the call needed no approval.`];
  }
}

function readReply(path: string, answer: unknown): ClientReply {
  if (answer === 'decline' || answer === 'cancel') return { kind: answer };
  if (isRecord(answer)) return { kind: 'accept', data: answer };
  throw createFailure(path, `must have objects, "decline" or "cancel" as answers, not ${previewValue(answer)}`);
}

function readJson(path: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw createFailure(path, `cannot be read: ${messageOf(error)}`);
  }
  if (isRecord(value)) return value;
  throw createFailure(path, `must contain an object, not ${previewValue(value)}`);
}

function createFailure(path: string, problem: string): CommandFailure {
  return new CommandFailure(`--answers: '${path}' ${problem}.`, exitCodes.usage, { code: 'invalid_answers' });
}
