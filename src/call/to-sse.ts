import type { Observable } from 'rxjs';
import { scheduleAfter } from '../base/async/schedule.js';
import { DefinitionError } from '../base/errors/errors.js';
import { eventStreamType, formatEvent, unbufferedHeaders } from '../base/network/server-sent-events.js';
import { checkOptionNames, type OptionNames } from '../base/options/check-options.js';
import { positive } from '../base/options/option-rules.js';
import { type ChunkSource, chunkSourceOf, type Pull } from './chunk-source.js';
import { toJsonValue } from './response/json-value.js';
import { isToolResponse } from './response/tool-response.js';

/** The options of `toSSE`. */
export interface SSEOptions {
  /**
   * The time without a response after which a comment is sent, in milliseconds, so that proxies do not close the
   * connection.
   *
   * @default 15000
   */
  readonly heartbeatMs?: number | undefined;
}

const optionNames: OptionNames<SSEOptions> = { heartbeatMs: positive };

/**
 * The headers of a response whose body is a stream of `toSSE`. They prevent caches, compression and the buffers of
 * reverse proxies from holding responses back.
 */
export const sseHeaders = Object.freeze({
  'content-type': `${eventStreamType}; charset=utf-8`,
  ...unbufferedHeaders,
});

/**
 * Returns the responses of a call as a stream of server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html), for the body of an HTTP response. Each event is the
 * JSON text of a response, with the ID of the response. The stream pulls a response when its reader is ready for one. To
 * cancel the stream, as servers do when a client disconnects, cancels the call.
 *
 * @param responses - An AsyncIterable of `iterate`, or an Observable, whose responses are queued while the reader is slow.
 * @throws DefinitionError on `responses` of another kind, and on an invalid option.
 */
export function toSSE(
  responses: AsyncIterable<unknown> | Observable<unknown>,
  options: SSEOptions = {},
): ReadableStream<Uint8Array> {
  checkOptionNames(options, optionNames, 'toSSE');
  const { heartbeatMs = 15_000 } = options;
  const source = chunkSourceOf(responses);
  if (source === undefined) {
    throw new DefinitionError(
      'toSSE: pass the AsyncIterable of iterate(), or the Observable of callTool() or stream().',
    );
  }
  // Without a queue of its own, the stream pulls only what its reader requests.
  return new ReadableStream(new EventStream(source, heartbeatMs), { highWaterMark: 0 });
}

const heartbeat = new TextEncoder().encode(':\n\n');

/** The source of a stream of events. */
class EventStream {
  readonly #source: ChunkSource;
  readonly #heartbeatMs: number;
  readonly #encoder = new TextEncoder();
  /** The pull that has outlasted a heartbeat. */
  #pulling: Promise<Pull> | undefined;
  #stopTimer = (): void => {};

  constructor(source: ChunkSource, heartbeatMs: number) {
    this.#source = source;
    this.#heartbeatMs = heartbeatMs;
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    this.#pulling ??= Promise.resolve(this.#source.pull());
    const pulled = await this.#raceHeartbeat(this.#pulling);
    if (pulled === undefined) {
      controller.enqueue(heartbeat);
      return;
    }
    this.#pulling = undefined;
    if (pulled.done === true) controller.close();
    else controller.enqueue(this.#encoder.encode(toEvent(pulled.value)));
  }

  async cancel(): Promise<void> {
    this.#stopTimer();
    await this.#source.close();
  }

  /** Resolves to undefined if the pull takes longer than a heartbeat. */
  async #raceHeartbeat(pulling: Promise<Pull>): Promise<Pull | undefined> {
    const silence = new Promise<undefined>((resolve) => {
      this.#stopTimer = scheduleAfter(() => resolve(undefined), this.#heartbeatMs);
    });
    try {
      return await Promise.race([pulling, silence]);
    } finally {
      this.#stopTimer();
    }
  }
}

function toEvent(value: unknown): string {
  // The ID of a call may come from a model, and a line break would end the field.
  const id = isToolResponse(value) && !/[\0\r\n]/.test(value.id) ? value.id : undefined;
  return formatEvent({ id, data: JSON.stringify(toJsonValue(value)) });
}
