import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { OutputValidationError, ToolExecutionError } from '../../base/errors/errors.js';
import { eventStreamType } from '../../base/network/server-sent-events.js';
import type { ResponseFormat } from './http/operation.js';
import { readBody } from './read-body.js';
import type { RawResponse } from './send-request.js';
import { cleanExplanation } from './status-error.js';

/** The settings with which a response is read. */
export interface ReadSettings {
  /** The limit of the decoded bytes. */
  readonly maxBytes: number;
  /** The URI of a response that is a resource, without credentials. */
  readonly uri: string;
  /** Removes the credentials from a text. */
  readonly redact: (text: string) => string;
  /** The value of the response. Undefined if its media type selects the value. */
  readonly format: ResponseFormat | undefined;
}

/** A function that adds a piece of text and returns the chunks that are complete, or the rest at the end of the text. */
type ChunkParser = (piece: string | undefined) => Iterable<unknown>;

const parsers: Readonly<Record<string, (settings: ReadSettings) => ChunkParser>> = {
  [eventStreamType]: parseEvents,
  'application/x-ndjson': parseLines,
  'application/ndjson': parseLines,
  'application/jsonl': parseLines,
};

/**
 * Returns the chunks of a response that is a stream, or undefined for any other format and media type. Server-sent events are texts,
 * and the lines of NDJSON are data.
 */
export function readStream(
  response: RawResponse,
  mediaType: string,
  settings: ReadSettings,
): AsyncGenerator<unknown> | undefined {
  const { format } = settings;
  if (format !== undefined && format !== 'stream') return undefined;
  const known = Object.hasOwn(parsers, mediaType) ? parsers[mediaType] : undefined;
  const create = known ?? (format === 'stream' ? parseText : undefined);
  return create === undefined ? undefined : readChunks(response, create(settings), settings.maxBytes);
}

async function* readChunks(response: RawResponse, parse: ChunkParser, maxBytes: number): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  for await (const bytes of readBody(response, maxBytes)) yield* parse(decoder.decode(bytes, { stream: true }));
  yield* parse(undefined);
}

function parseEvents({ maxBytes, redact }: ReadSettings): ChunkParser {
  let events: EventSourceMessage[] = [];
  const parser = createParser({
    maxBufferSize: maxBytes,
    onEvent: (event) => events.push(event),
    onError: (error) => {
      if (error.type !== 'max-buffer-size-exceeded') return;
      throw new ToolExecutionError('An event of the response is too long (maxBytes).', { cause: error });
    },
  });
  // A generator, so that the events before an error are emitted.
  return function* (piece) {
    // An event without its blank line is incomplete (https://html.spec.whatwg.org/#event-stream-interpretation).
    if (piece !== undefined) parser.feed(piece);
    const complete = events;
    events = [];
    for (const { event, data } of complete) {
      if (event === 'error') throw createStreamError(cleanExplanation(redact(data)));
      yield data;
    }
  };
}

function createStreamError(explanation: string): ToolExecutionError {
  return new ToolExecutionError(
    `The server ended the stream with an error${explanation === '' ? '.' : `: ${explanation}`}`,
  );
}

function parseText(): ChunkParser {
  return (piece = '') => (piece === '' ? [] : [piece]);
}

function parseLines(): ChunkParser {
  let rest = '';
  // A generator, so that the lines before a broken one are emitted.
  return function* (piece) {
    const lines = `${rest}${piece ?? '\n'}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield parseLine(line);
  };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new OutputValidationError('The server sent a line that is not the JSON it declares.', { cause });
  }
}
