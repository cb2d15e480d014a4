import { InterruptedError } from '../../base/errors/errors.js';
import { type ChunkSource, chunkSourceOf } from '../../call/chunk-source.js';
import { onAbort } from '../../call/on-abort.js';

/** A chunk, and the function that resumes the agent that has emitted it. */
interface EmittedChunk {
  readonly value: unknown;
  readonly resume: () => void;
}

interface PendingPull {
  readonly resolve: (result: IteratorResult<unknown, unknown>) => void;
  readonly reject: (reason: unknown) => void;
}

/** The functions that run an agent. */
export interface AgentRunSteps {
  readonly agentName: string;
  /** The signal of the agent's call. */
  readonly signal: AbortSignal;
  /** Starts the run, and returns what the agent returns. */
  start(run: Pick<AgentRun, 'signal' | 'emit'>): unknown;
  /** Returns the value of a run that has ended. Throws if it has no answer. */
  conclude(returned: unknown): unknown;
  /** Receives each chunk before it is emitted. */
  observe(chunk: unknown): void;
  /** Converts what the run has thrown to an error. */
  toError(thrown: unknown): unknown;
  /** Called once when the run has ended. */
  onEnd(): void;
}

/**
 * One run of an agent, as a stream of the chunks that it emits or yields. It returns the answer of the agent. The run
 * starts when the stream is first pulled.
 */
export class AgentRun implements AsyncIterableIterator<unknown, unknown> {
  readonly #steps: AgentRunSteps;
  readonly #controller = new AbortController();
  readonly #chunks: EmittedChunk[] = [];
  /** Resumes the agent when the chunk that was pulled last has been processed. */
  #resumeLast: (() => void) | undefined;
  #pull: PendingPull | undefined;
  #end: ((pull: PendingPull) => void) | undefined;
  #source: ChunkSource | undefined;
  #stopListening: (() => void) | undefined;
  #isStarted = false;
  #isOver = false;

  constructor(steps: AgentRunSteps) {
    this.#steps = steps;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** The signal that aborts when the call of the agent is cancelled, and at the end of the run. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  next(): Promise<IteratorResult<unknown, unknown>> {
    return new Promise((resolve, reject) => {
      this.#pull = { resolve, reject };
      if (this.#isStarted) this.#resumeLast?.();
      else this.#start();
      this.#settlePull();
    });
  }

  async return(): Promise<IteratorResult<unknown, unknown>> {
    this.#finish();
    await this.#source?.close();
    return { done: true, value: undefined };
  }

  /** Emits a chunk. Resolves when the next chunk is pulled, or when the run has ended. */
  readonly emit = (value: unknown): Promise<void> => {
    if (this.#isOver) return Promise.resolve();
    this.#steps.observe(value);
    return new Promise((resume) => {
      this.#chunks.push({ value, resume });
      this.#settlePull();
    });
  };

  #start(): void {
    this.#isStarted = true;
    const { signal } = this.#steps;
    this.#stopListening = onAbort(signal, () => this.#controller.abort(signal.reason));
    this.#run().then(
      (value) => this.#endWith((pull) => pull.resolve({ done: true, value })),
      (error: unknown) => this.#endWith((pull) => pull.reject(error)),
    );
  }

  async #run(): Promise<unknown> {
    try {
      const returned = await this.#steps.start(this);
      this.#source = chunkSourceOf(returned);
      return this.#steps.conclude(this.#source === undefined ? returned : await this.#drain(this.#source));
    } catch (thrown) {
      throw this.#steps.toError(thrown);
    }
  }

  async #drain(source: ChunkSource): Promise<unknown> {
    if (this.#isOver) void source.close();
    while (!this.#isOver) {
      const { done, value } = await source.pull();
      if (done === true) return value;
      await this.emit(value);
    }
    return undefined;
  }

  #endWith(end: (pull: PendingPull) => void): void {
    this.#finish();
    this.#end = end;
    this.#settlePull();
  }

  /** Ends what belongs to the run: running calls of the agent, and the listener to the signal of its call. */
  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopListening?.();
    const { agentName } = this.#steps;
    this.#controller.abort(new InterruptedError(`The run of the agent '${agentName}' has ended.`));
    this.#steps.onEnd();
    this.#resumeLast?.();
    for (const { resume } of this.#chunks) resume();
  }

  #settlePull(): void {
    const pull = this.#pull;
    if (pull === undefined) return;
    const chunk = this.#chunks.shift();
    if (chunk === undefined && this.#end === undefined) return;
    this.#pull = undefined;
    if (chunk === undefined) {
      this.#end?.(pull);
      return;
    }
    this.#resumeLast = chunk.resume;
    pull.resolve({ done: false, value: chunk.value });
  }
}
