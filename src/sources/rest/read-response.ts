import { OutputValidationError } from '../../base/errors/errors.js';
import { audio, image, resource, video } from '../../call/response/content.js';
import { respond } from '../../call/response/tool-response.js';
import type { ResponseFormat } from './http/operation.js';
import { readBody } from './read-body.js';
import { type ReadSettings, readStream } from './read-stream.js';
import type { RawResponse } from './send-request.js';

/** The media type of a response and the encoding of its text. */
interface MediaType {
  /** The type without parameters, in lower case. */
  readonly name: string;
  readonly charset: string;
}

/**
 * Reads the value of a successful response: data from JSON, text, a block for an image, audio or a video, or a resource with bytes.
 * An empty response is null. A stream of events or lines is returned as its chunks.
 *
 * @throws OutputValidationError if the response is expected to be JSON and is not.
 */
export async function readResponse(response: RawResponse, settings: ReadSettings): Promise<unknown> {
  const { name, charset } = mediaTypeOf(response);
  const stream = readStream(response, name, settings);
  if (stream !== undefined) return stream;
  const bytes = await readBytes(response, settings.maxBytes);
  if (bytes.byteLength === 0) return null;
  const format = settings.format ?? formatOf(name);
  if (format === 'json') return parseJson(decodeText(bytes, charset));
  if (format === 'text') return decodeText(bytes, charset);
  if (format === undefined && name.startsWith('image/')) return respond({ content: [image(bytes, name)] });
  if (format === undefined && name.startsWith('audio/')) return respond({ content: [audio(bytes, name)] });
  if (format === undefined && name.startsWith('video/')) return respond({ content: [video(bytes, name)] });
  return respond({ content: [resource({ uri: settings.uri, mimeType: name || undefined, blob: bytes })] });
}

/** Returns the format that a media type selects. Undefined for bytes, which may be media. */
function formatOf(name: string): ResponseFormat | undefined {
  if (/[/+]json$/.test(name)) return 'json';
  const isText =
    name === '' || name.startsWith('text/') || /[/+](?:xml|yaml|javascript|x-www-form-urlencoded)$/.test(name);
  return isText ? 'text' : undefined;
}

/** Reads the text of a response that is an error. A text that cannot be read is empty. */
export async function readExplanation(response: RawResponse): Promise<string> {
  const { name, charset } = mediaTypeOf(response);
  const isText = name.startsWith('text/') || /[/+](?:json|xml)$/.test(name);
  try {
    const bytes = await readBytes(response, maxExplanationBytes);
    return isText && name !== 'text/html' ? decodeText(bytes, charset) : '';
  } catch {
    // The status is the failure.
    return '';
  }
}

const maxExplanationBytes = 65_536;

/** Reads the decoded bytes of a response. */
export async function readBytes(response: RawResponse, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readBody(response, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads the media type of a response from its headers. */
export function mediaTypeOf({ headers }: RawResponse): MediaType {
  const [name = '', ...parameters] = String(headers['content-type'] ?? '').split(';');
  const charset = parameters
    .map((text) => /^\s*charset="?([^"\s]+)"?/i.exec(text)?.[1])
    .find((one) => one !== undefined);
  return { name: name.trim().toLowerCase(), charset: charset ?? 'utf-8' };
}

function decodeText(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // An encoding that does not exist.
    return new TextDecoder().decode(bytes);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OutputValidationError('The server sent a response that is not valid JSON.', { cause });
  }
}
