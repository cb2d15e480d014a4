import { createParser } from 'eventsource-parser';
import { OutputValidationError, ToolExecutionError } from '../errors.js';
import { readBody } from './read-body.js';
import type { RawResponse } from './send-request.js';

/** A function that adds a piece of text and returns the chunks that are complete, or the rest at the end of the text. */
type ChunkParser = (piece: string | undefined) => Iterable<unknown>;

const parsers: Readonly<Record<string, (maxChars: number) => ChunkParser>> = {
  'text/event-stream': parseEvents,
  'application/x-ndjson': parseLines,
  'application/ndjson': parseLines,
  'application/jsonl': parseLines,
};

/**
 * Returns the chunks of a response that is a stream, or undefined for any other media type. Server-sent events are texts,
 * and the lines of NDJSON are data.
 *
 * @param maxBytes - The limit of the decoded bytes of all chunks.
 */
export function readStream(
  response: RawResponse,
  mediaType: string,
  maxBytes: number,
): AsyncGenerator<unknown> | undefined {
  const create = Object.hasOwn(parsers, mediaType) ? parsers[mediaType] : undefined;
  return create === undefined ? undefined : readChunks(response, create(maxBytes), maxBytes);
}

async function* readChunks(response: RawResponse, parse: ChunkParser, maxBytes: number): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  for await (const bytes of readBody(response, maxBytes)) yield* parse(decoder.decode(bytes, { stream: true }));
  yield* parse(undefined);
}

function parseEvents(maxChars: number): ChunkParser {
  let texts: string[] = [];
  const parser = createParser({
    maxBufferSize: maxChars,
    onEvent: ({ data }) => texts.push(data),
    onError: (error) => {
      if (error.type !== 'max-buffer-size-exceeded') return;
      throw new ToolExecutionError('An event of the response is too long (maxBytes).', { cause: error });
    },
  });
  return (piece) => {
    // An event without its blank line is incomplete (https://html.spec.whatwg.org/#event-stream-interpretation).
    if (piece !== undefined) parser.feed(piece);
    const complete = texts;
    texts = [];
    return complete;
  };
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
