import { Writable } from 'node:stream';
import type { ClientQuestion, ClientReply } from '../../call/client/call-client.js';
import { isApprovalQuestion } from '../../features/approval/asking-approver.js';
import { type CallClient, MissingCapabilityError } from '../../index.js';
import type { AnswersFile } from './answers-file.js';
import type { ErrorInfo } from './shared/report.js';
import type { Streams } from './shared/streams.js';
import type { TextStyle } from './shared/text-style.js';
import { askOnTerminal, type Terminal } from './terminal-form.js';

/** Where the answers to the questions of a tool come from. */
export interface AnswerSources {
  readonly answers: AnswersFile | undefined;
  readonly terminal: Terminal | undefined;
  /** Called before a question is printed. */
  readonly onAsk: () => void;
}

/** Answers the questions of a tool: from a file of answers, or else by asking the person at the terminal. */
export class Questioner {
  readonly #sources: AnswerSources;
  #refusal: ErrorInfo | undefined;
  // A terminal shows one question at a time.
  #previous: Promise<unknown> = Promise.resolve();

  constructor(sources: AnswerSources) {
    this.#sources = sources;
  }

  /** The capabilities that the tool can use. */
  readonly client: CallClient = { ask: (question, signal) => this.#answer(question, signal) };

  /** The error of a question that could not be answered. */
  get refusal(): ErrorInfo | undefined {
    return this.#refusal;
  }

  async #answer(question: ClientQuestion, signal: AbortSignal): Promise<ClientReply> {
    const { answers, terminal } = this.#sources;
    const known = answers?.find(question);
    if (known !== undefined) return known;
    if (terminal === undefined) throw this.#refuse(question);
    const asking = this.#previous.then(() => {
      this.#sources.onAsk();
      return askOnTerminal(question, terminal, signal);
    });
    this.#previous = asking.catch(() => undefined);
    return asking;
  }

  #refuse(question: ClientQuestion): MissingCapabilityError {
    const { toolName } = question;
    const name = question.key ?? question.message;
    const [what, entry] = isApprovalQuestion(question)
      ? ['needs approval', '{ "approve": true }']
      : [`asks '${name}'`, JSON.stringify({ answers: { [name]: {} } })];
    const message =
      `The tool '${toolName}' ${what}, and there is no terminal. ` +
      `Run the command on a terminal, or answer with --answers file.json, such as ${entry}.`;
    this.#refusal = { code: 'unanswered', message };
    return new MissingCapabilityError(message, { toolName, capability: 'ask' });
  }
}

/** Returns the terminal of a command, unless its input or its error output is redirected. */
export function findTerminal(
  { stdin, stderr }: Pick<Streams, 'stdin' | 'stderr'>,
  style: TextStyle,
): Terminal | undefined {
  const isTerminal = 'isTTY' in stdin && stdin.isTTY === true && stderr.isTTY === true;
  return isTerminal && stderr instanceof Writable ? { input: stdin, output: stderr, style } : undefined;
}
