import {
  DefinitionError,
  InterruptedError,
  TimeoutError,
  ToolExecutionError,
  ValidationError,
} from '../../base/errors/errors.js';
import { type OutboundOptions, OutboundRules, outboundNames } from '../../base/network/outbound-rules.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { mergeLimits } from '../../base/options/merge-limits.js';
import { abortSignal, optionsOf, positive } from '../../base/options/option-rules.js';
import { urlFileName } from '../../base/text/url-file-name.js';
import { previewValue } from '../../base/values/value-preview.js';
import {
  type AudioBlock,
  audio,
  type FileBlock,
  file,
  type ImageBlock,
  image,
  type VideoBlock,
  video,
} from '../../call/response/content.js';
import { createGuardedAgent } from './guarded-agent.js';
import { mediaTypeOf, readBytes } from './read-response.js';
import { defaultLimits } from './rest-limits.js';
import { sendRequest } from './send-request.js';
import { createStatusError } from './status-error.js';

/** The options for fetching media. */
export interface FetchMediaOptions {
  /**
   * The media types that the response may have, such as `'image/png'` or `'image/*'`.
   *
   * @default images, audio, videos and PDF files
   */
  readonly accept?: readonly string[] | undefined;
  /** The largest decoded response, in bytes. @default 10485760 */
  readonly maxBytes?: number | undefined;
  /** The time limit of the entire request, in milliseconds. @default 30000 */
  readonly timeoutMs?: number | undefined;
  /** The largest number of redirects that the request follows. @default 5 */
  readonly maxRedirects?: number | undefined;
  /** The signal that aborts the request, such as `ctx.signal`. */
  readonly signal?: AbortSignal | undefined;
  /** The further hosts that may be reached. Public addresses are always allowed. */
  readonly outbound?: OutboundOptions | undefined;
}

const optionNames: OptionNames<FetchMediaOptions> = {
  accept: true,
  maxBytes: positive,
  timeoutMs: positive,
  maxRedirects: positive,
  signal: abortSignal,
  outbound: optionsOf<OutboundOptions>(outboundNames),
};

const defaultAccept: readonly string[] = ['image/*', 'audio/*', 'video/*', 'application/pdf'];

type FetchLimits = Readonly<Record<'maxBytes' | 'timeoutMs' | 'maxRedirects', number>>;

const defaultFetchLimits: FetchLimits = Object.freeze({
  maxBytes: defaultLimits.maxBytes,
  timeoutMs: 30_000,
  maxRedirects: defaultLimits.maxRedirects,
});

/**
 * Fetches the image, the audio recording, the video or the file at a URL, and returns it as a block with its data. The
 * request reaches public addresses only, also after redirects.
 *
 * @throws ValidationError if the URL is not an absolute http(s) URL without a user name and a password.
 * @throws DeniedError if an address is private and `outbound` does not allow it.
 * @throws ToolExecutionError if the response has another media type or is too large.
 * @throws TimeoutError if the time limit is exceeded.
 * @throws InterruptedError if the signal aborts the request.
 * @throws ToolError of the class that the status selects, if it is not successful.
 * @throws DefinitionError if an option is invalid, or the package undici is not installed.
 */
export async function fetchMedia(
  url: string | URL,
  options: FetchMediaOptions = {},
): Promise<ImageBlock | AudioBlock | VideoBlock | FileBlock> {
  checkOptionNames(options, optionNames, 'fetchMedia');
  const { accept = defaultAccept, signal, outbound, ...changes } = options;
  checkAccept(accept);
  const limits = mergeLimits(defaultFetchLimits, changes, 'fetchMedia');
  const rules = OutboundRules.read(outbound, 'fetchMedia: outbound');
  const target = readUrl(url);
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), Math.min(limits.timeoutMs, longestDelay));
  const signals = signal === undefined ? [timer.signal] : [timer.signal, signal];
  try {
    return await receive(target, { accept, limits, rules, signal: AbortSignal.any(signals) });
  } catch (error) {
    if (signal?.aborted === true) throw new InterruptedError('The request was cancelled.');
    if (!timer.signal.aborted) throw error;
    throw new TimeoutError(`The media was not received within ${limits.timeoutMs} ms (timeoutMs).`);
  } finally {
    clearTimeout(timeout);
  }
}

// The largest delay of a timer, in milliseconds.
const longestDelay = 2 ** 31 - 1;

interface FetchSettings {
  readonly accept: readonly string[];
  readonly limits: FetchLimits;
  readonly rules: OutboundRules;
  readonly signal: AbortSignal;
}

async function receive(
  url: URL,
  { accept, limits, rules, signal }: FetchSettings,
): Promise<ImageBlock | AudioBlock | VideoBlock | FileBlock> {
  const { connectTimeoutMs, idleTimeoutMs } = defaultLimits;
  const dispatcher = await createGuardedAgent({ rules, connectTimeoutMs });
  try {
    const request = { method: 'GET', url, headers: { accept: accept.join(', ') }, body: undefined };
    const { maxRedirects, maxBytes } = limits;
    const response = await sendRequest(request, { dispatcher, rules, idleTimeoutMs, maxRedirects, signal });
    // The explanation of any server in the network is not one for a model.
    if (response.status >= 300) throw createStatusError(response, '');
    const { name: mimeType } = mediaTypeOf(response);
    if (!accept.some((pattern) => matches(mimeType, pattern))) throw createTypeError(mimeType, accept);
    return toBlock(await readBytes(response, maxBytes), mimeType, url);
  } finally {
    await dispatcher.destroy();
  }
}

function toBlock(bytes: Uint8Array, mimeType: string, url: URL): ImageBlock | AudioBlock | VideoBlock | FileBlock {
  if (mimeType.startsWith('image/')) return image(bytes, mimeType);
  if (mimeType.startsWith('audio/')) return audio(bytes, mimeType);
  if (mimeType.startsWith('video/')) return video(bytes, mimeType);
  return file(bytes, { mimeType, name: urlFileName(url.href) });
}

function matches(mimeType: string, pattern: string): boolean {
  const wanted = pattern.toLowerCase();
  return wanted.endsWith('/*') ? mimeType.startsWith(wanted.slice(0, -1)) : mimeType === wanted;
}

function createTypeError(mimeType: string, accept: readonly string[]): ToolExecutionError {
  const actual = mimeType === '' ? 'has no media type' : `is ${previewValue(mimeType)}`;
  return new ToolExecutionError(`The response ${actual}. The accepted media types are ${accept.join(', ')}.`);
}

function checkAccept(accept: unknown): void {
  const isList = Array.isArray(accept) && accept.length > 0;
  if (isList && accept.every((one) => typeof one === 'string' && /^[\w.+-]+\/(?:\*|[\w.+-]+)$/.test(one))) return;
  throw new DefinitionError(
    `fetchMedia: accept must contain media types such as 'image/png' or 'image/*', not ${previewValue(accept)}.`,
  );
}

/** Reads the URL, which a model may have chosen. */
function readUrl(value: string | URL): URL {
  const text = String(value);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new ValidationError(`The URL must be an absolute http(s) URL without a user name and a password.`);
}
