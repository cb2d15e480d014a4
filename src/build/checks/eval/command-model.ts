import { LATE, settleWithin } from '../../../base/async/settle-within.js';
import { DefinitionError } from '../../../base/errors/errors.js';
import { codeOf } from '../error-text.js';
import type { Model, ModelAnswer, ModelRequest } from './model.js';
import { ModelProcess } from './model-process.js';
import { readAnswer } from './read-answer.js';

/** The options of a model that is a command. */
export interface CommandModelOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The longest time for an answer, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * A model that is a command. It runs for all cases: each is a line of JSON on its standard input, and its answer a line on its
 * standard output. After anything else, the next line could belong to either case, so that the command is started again.
 */
export class CommandModel implements Model {
  readonly #options: CommandModelOptions;
  #process: ModelProcess | undefined;

  constructor(options: CommandModelOptions) {
    this.#options = options;
  }

  async ask(request: ModelRequest): Promise<ModelAnswer> {
    const running = await this.#start();
    if (running.hasLine) return this.#restart('wrote more lines than there were requests');
    running.writeLine(JSON.stringify(request));
    const { timeoutMs } = this.#options;
    const line = await settleWithin(running.readLine(), timeoutMs);
    if (line === LATE) return this.#restart(`did not answer within ${timeoutMs} ms`);
    if ('end' in line) return this.#restart(`${line.end} before it answered`);
    const answer = readAnswer(line.text);
    if (answer.problem !== undefined) this.#drop();
    return answer;
  }

  async close(): Promise<void> {
    await this.#process?.stop();
  }

  async #start(): Promise<ModelProcess> {
    if (this.#process !== undefined) return this.#process;
    const { command } = this.#options;
    try {
      const started = new ModelProcess(command);
      await started.started();
      this.#process = started;
      return started;
    } catch (cause) {
      // The arguments may be secrets.
      throw new DefinitionError(`The model '${command[0]}' cannot be started${codeOf(cause)}.`, { cause });
    }
  }

  #restart(problem: string): ModelAnswer {
    this.#drop();
    return { problem: `The model ${problem}.` };
  }

  #drop(): void {
    this.#process?.kill();
    this.#process = undefined;
  }
}
