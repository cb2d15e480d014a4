import { OutputValidationError } from '../../../base/errors/errors.js';
import { type ResourceBlock, resource } from '../../../call/response/content.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { McpLimitError } from './errors/remote-errors.js';
import { uriProblem } from './offer-problem.js';

// A folder may be read with the files in it.
const maxContents = 10_000;

/** What is read of a server's answer. */
export interface ContentsReading {
  readonly toolName: string;
  /** The URI that was requested. */
  readonly uri: string;
  readonly maxBytes: number;
}

/**
 * Reads the answer to `resources/read`. The contents stay as they are.
 *
 * @throws OutputValidationError on malformed contents. McpLimitError if they are too large.
 */
export function readContents(answer: unknown, { toolName, uri, maxBytes }: ContentsReading): readonly ResourceBlock[] {
  const contents: unknown = isRecord(answer) ? answer.contents : undefined;
  if (!Array.isArray(contents) || contents.length > maxContents || !contents.every(isRecord)) {
    throw new OutputValidationError(`'${uri}' was answered with malformed contents.`, { toolName });
  }
  checkBytes(contents, { what: `The contents of '${uri}'`, maxBytes });
  return contents.map((one) => {
    const { text, blob, mimeType, _meta } = one;
    const own = uriProblem(one.uri) === undefined ? String(one.uri) : uri;
    const body = typeof text === 'string' ? { text } : typeof blob === 'string' ? { blob } : undefined;
    if (body === undefined) {
      throw new OutputValidationError(`'${uri}' was answered with contents without text or bytes.`, { toolName });
    }
    return resource({
      uri: own,
      ...(typeof mimeType === 'string' ? { mimeType } : {}),
      ...body,
      ...(isRecord(_meta) ? { _meta } : {}),
    });
  });
}

/** Throws an McpLimitError if the texts and bytes in an answer are larger than allowed. */
export function checkBytes(
  answer: unknown,
  { what, maxBytes }: { readonly what: string; readonly maxBytes: number },
): void {
  if (bytesIn(answer, maxBytes) <= maxBytes) return;
  throw new McpLimitError(`${what} exceed ${maxBytes} bytes (offers.maxReadBytes).`, {
    limit: 'maxReadBytes',
    value: maxBytes,
  });
}

/** Counts the bytes of all texts in a JSON value, as UTF-8, until they exceed a limit. */
function bytesIn(answer: unknown, maxBytes: number): number {
  let bytes = 0;
  const values: unknown[] = [answer];
  while (values.length > 0 && bytes <= maxBytes) {
    const value = values.pop();
    if (typeof value === 'string') bytes += Buffer.byteLength(value);
    else if (typeof value === 'object' && value !== null)
      for (const member of Object.values(value)) values.push(member);
  }
  return bytes;
}
