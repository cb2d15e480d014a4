import { isObservable, Observable } from '../../../base/async/rxjs.js';
import { scheduleNextTurn } from '../../../base/async/schedule.js';
import { type ChunkSource, chunkSourceOf, type Pull } from '../../../call/chunk-source.js';
import type { ToolContext } from '../../../call/tool-context.js';
import type { ToolArguments } from '../../../call/tool-executor.js';
import type { ToolSpec } from '../../../tool/spec/tool-spec.js';
import { type RunStep, toToolError } from './map-exception.js';
import type { OpenCalls } from './open-calls.js';
import { RecordedResponse } from './recorded-response.js';
import { StreamRelay } from './stream-relay.js';

/** The parts of a run. */
export interface RunParts {
  readonly spec: ToolSpec;
  readonly args: ToolArguments;
  /** The values of the parameters, by name. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly context: ToolContext;
  /** The request on whose behalf the tool runs, or a placeholder for it. */
  readonly request: object;
}

/** The handler that Nest creates for a method: it runs guards, interceptors, pipes, the method and filters. */
export type NestHandler = (...args: unknown[]) => Promise<unknown>;

/** One run of a tool through a handler of Nest. */
export class ToolRun {
  readonly spec: ToolSpec;
  readonly args: ToolArguments;
  readonly values: ReadonlyMap<string, unknown>;
  readonly context: ToolContext;
  readonly request: object;
  readonly response = new RecordedResponse();
  #step: RunStep = 'guards';
  #markStreamed: (() => void) | undefined;
  /** The value that an intercepted generator returned. */
  #returned: unknown;
  #relay: StreamRelay | undefined;

  constructor({ spec, args, values, context, request }: RunParts) {
    this.spec = spec;
    this.args = args;
    this.values = values;
    this.context = context;
    this.request = request;
  }

  /**
   * Runs the handler. Resolves to the value of the method after interceptors, or to a stream. Rejects with a ToolError for
   * an HttpException, and with any other error as it is.
   *
   * @param openCalls - Counts the run until the handler has ended.
   */
  start(handler: NestHandler, openCalls: OpenCalls): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const relay = new StreamRelay(() => resolve(relay));
      this.#relay = relay;
      const finish = (value: unknown): void => (relay.isOpen ? relay.finish({ value }) : resolve(value));
      const fail = (error: unknown): void => (relay.isOpen ? relay.finish({ error }) : reject(error));
      handler(this.request, this.response, this.args, this)
        .then((value) => (this.response.isSent ? this.response.toValue(this.spec.name) : value))
        .catch((error: unknown) => {
          if (this.response.isSent) return this.response.toValue(this.spec.name);
          throw toToolError(error, { toolName: this.spec.name, step: this.#step });
        })
        .then(finish, fail)
        .finally(openCalls.open(fail));
    });
  }

  /** Records that the guards have passed the call. */
  passGuards(): void {
    this.#step = 'method';
  }

  /**
   * Calls the method behind the interceptors. A stream that interceptors receive becomes an Observable, which emits each
   * chunk when it is awaited.
   */
  async invoke(method: () => Promise<unknown>, { isIntercepted, pipeErrors }: Invocation): Promise<unknown> {
    let returned: unknown;
    try {
      returned = await method();
    } catch (error) {
      if (pipeErrors.has(error as object)) this.#step = 'pipes';
      throw error;
    }
    const source = chunkSourceOf(returned);
    if (source === undefined) return returned;
    this.#relay?.open();
    this.#markStreamed?.();
    return isIntercepted && !isObservable(returned) ? this.#toObservable(source) : returned;
  }

  /** Reads the result of the interceptors to its end: a stream is passed on chunk by chunk, else the last value counts. */
  async collect(result: unknown): Promise<unknown> {
    const source = chunkSourceOf(result);
    const relay = this.#relay;
    if (source === undefined || relay === undefined) return result;
    const { chunks, pending, isDone } = relay.isOpen
      ? { chunks: [], pending: undefined }
      : await this.#pullUntilStreamed(source);
    if (isDone === true) return chunks.at(-1);
    const value = await relay.pump(source, pending === undefined ? { chunks } : { chunks, pending });
    return value ?? this.#returned;
  }

  /** Pulls the values of interceptors until they end, or until the method returns a stream. */
  async #pullUntilStreamed(source: ChunkSource): Promise<EarlyPulls> {
    const streamed = new Promise<void>((resolve) => {
      this.#markStreamed = resolve;
    });
    const chunks: unknown[] = [];
    for (;;) {
      const pending = Promise.resolve(source.pull());
      await Promise.race([pending, streamed]);
      if (this.#relay?.isOpen === true) return { chunks, pending };
      const { done, value } = await pending;
      if (done === true) return { chunks, pending: undefined, isDone: true };
      chunks.push(value);
    }
  }

  #toObservable(source: ChunkSource): Observable<unknown> {
    return new Observable((subscriber) => {
      const emit = async (): Promise<void> => {
        while (!subscriber.closed && (await this.#relay?.hasDemand()) === true) {
          const { done, value } = await source.pull();
          if (done === true) {
            this.#returned = value;
            break;
          }
          subscriber.next(value);
          // The interceptors may pass the chunk on later, so that the stream is still awaited for a moment.
          await new Promise<void>((resolve) => scheduleNextTurn(resolve));
        }
        subscriber.complete();
      };
      emit().catch((error: unknown) => subscriber.error(error));
      return () => void source.close();
    });
  }
}

/** How the method of a run is called. */
export interface Invocation {
  readonly isIntercepted: boolean;
  /** The errors that pipes have thrown. */
  readonly pipeErrors: WeakSet<object>;
}

interface EarlyPulls {
  readonly chunks: readonly unknown[];
  readonly pending: Promise<Pull> | undefined;
  readonly isDone?: boolean;
}
