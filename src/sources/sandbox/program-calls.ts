import { infoForModel, ToolError, ToolExecutionError, ValidationError } from '../../base/errors/errors.js';
import { toToolError } from '../../call/failure.js';
import { toJsonValue } from '../../call/response/json-value.js';
import {
  OpaqueValue,
  type PendingCall,
  pause,
  type SandboxAnswer,
  type SandboxFunction,
} from '../../features/code-mode/sandbox-engine.js';
import { readArguments, sentNode } from './opaque-json.js';
import type { SentAnswer, SentCall } from './worker/messages.js';

/** The open calls of one program, which run at the same time. */
export class ProgramCalls {
  readonly #functions: Readonly<Record<string, SandboxFunction>>;
  readonly #controller = new AbortController();
  readonly #paused = new Map<number, PendingCall>();
  #answers: SentAnswer[] = [];
  #running = 0;
  #wake: (() => void) | undefined;

  constructor(functions: Readonly<Record<string, SandboxFunction>>) {
    this.#functions = functions;
  }

  /** The calls that wait for a later answer. */
  get paused(): readonly PendingCall[] {
    return [...this.#paused.values()];
  }

  /** Adds a call that was paused before. */
  addPaused(call: PendingCall): void {
    this.#paused.set(call.id, call);
  }

  /** Begins a call. */
  start(call: SentCall): void {
    this.#running++;
    void this.#run(call).then((answer) => {
      this.#running--;
      if (answer !== undefined) this.#answers.push(answer);
      this.#wake?.();
    });
  }

  /** Waits for answers. Returns none if all open calls are paused. */
  async nextAnswers(): Promise<readonly SentAnswer[]> {
    while (this.#answers.length === 0 && this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const answers = this.#answers;
    this.#answers = [];
    return answers;
  }

  /** Ends the calls that the program does not wait for any more, and returns their number. */
  abort(): number {
    if (this.#running > 0) this.#controller.abort();
    return this.#running;
  }

  async #run({ id, name, args: text, hasListener, looked }: SentCall): Promise<SentAnswer | undefined> {
    let isOver = false;
    const emit = (chunk: unknown): void => {
      if (isOver) return;
      const sent = createAnswer(id, { value: chunk }, name);
      if (!sent.isValue) return;
      this.#answers.push({ ...sent, isChunk: true });
      this.#wake?.();
    };
    try {
      const implementation = Object.hasOwn(this.#functions, name) ? this.#functions[name] : undefined;
      if (implementation === undefined) throw new ToolExecutionError(`There is no function '${name}'.`);
      const args = readArguments(text);
      // A program can change how its arguments become JSON.
      if (!Array.isArray(args)) throw new ValidationError(`The arguments of '${name}' are no list.`);
      const call = { id, name, signal: this.#controller.signal, looked, emit: hasListener === true ? emit : undefined };
      const value = await implementation(args, call);
      if (value !== pause) return createAnswer(id, { value });
      this.#paused.set(id, { id, name, args });
      return undefined;
    } catch (error) {
      return createAnswer(id, { error }, name);
    } finally {
      isOver = true;
    }
  }
}

/** Creates the message with the answer of a call. */
export function createAnswer(id: number, answer: SandboxAnswer, name = 'The function'): SentAnswer {
  if ('error' in answer) return createErrorAnswer(id, answer.error, name);
  try {
    const { value } = answer;
    if (!OpaqueValue.is(value)) return { id, isValue: true, json: JSON.stringify(toJsonValue(value)) };
    return { id, isValue: true, json: JSON.stringify(sentNode(value.root)), ref: value.ref };
  } catch (error) {
    return createErrorAnswer(id, error, name);
  }
}

function createErrorAnswer(id: number, error: unknown, toolName: string): SentAnswer {
  const failure = ToolError.is(error) ? error : toToolError(error, { toolName, secretsIn: [] });
  const { code, message, details } = infoForModel(failure);
  return { id, isValue: false, json: JSON.stringify(toJsonValue({ message, code, details })) };
}
