import { DefinitionError } from '../../base/errors/errors.js';
import { encodeBase64 } from '../../base/text/base64.js';
import { isUint8Array } from '../../base/values/value-kinds.js';
import { previewValue } from '../../base/values/value-preview.js';

/** A kind of media. */
export type MediaKind = 'image' | 'audio' | 'video' | 'file';

/** Media as bytes, or encoded as base64 (RFC 4648, section 4). Line breaks and missing padding are accepted. */
export type MediaData = string | Uint8Array;

/** The location of media, for a block that has no data. */
export interface MediaLocation {
  /** An absolute URL without a user name and password. */
  readonly url: string | URL;
}

const typeExamples: Readonly<Record<MediaKind, string>> = {
  image: "'image/png'",
  audio: "'audio/wav'",
  video: "'video/mp4'",
  file: "'application/pdf'",
};

/** Checks whether the type of a block is a kind of media. */
export function isMediaKind(type: string): type is MediaKind {
  return Object.hasOwn(typeExamples, type);
}

/** Returns a media type. Throws a DefinitionError if a value is none. */
export function readMediaType(media: MediaKind, mimeType: unknown): string {
  if (typeof mimeType === 'string' && /^[^\s/]+\//.test(mimeType)) return mimeType;
  throw new DefinitionError(
    `${media}: mimeType must be a media type such as ${typeExamples[media]}, not ${previewValue(mimeType)}.`,
  );
}

// No provider can fetch these, and a page that shows the link might run the script or read the file.
const localProtocols: ReadonlySet<string> = new Set(['javascript:', 'vbscript:', 'file:', 'blob:', 'about:']);

/** Returns the URL of media. Throws a DefinitionError if a provider cannot or must not fetch it. */
export function readMediaUrl(media: MediaKind, { url }: MediaLocation): string {
  const text = String(url);
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  const problem = parsed === undefined ? `not ${previewValue(text)}` : problemOf(parsed);
  if (parsed !== undefined && problem === undefined) return parsed.href;
  throw new DefinitionError(
    `${media}: url must be an absolute URL without credentials that a provider can fetch, ${problem}.`,
  );
}

function problemOf({ protocol, username, password }: URL): string | undefined {
  // A provider and a model read the URL.
  if (username !== '' || password !== '') return 'and this one has a user name or a password';
  return localProtocols.has(protocol) ? `and not one with '${protocol}'` : undefined;
}

const complete = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Encodes bytes as base64. Returns base64 text in its canonical form, without white space and with padding.
 *
 * @throws DefinitionError that begins with `where` on any other value.
 */
export function readBase64(data: unknown, where: string): string {
  if (isUint8Array(data)) return encodeBase64(data);
  if (typeof data === 'string') {
    if (data.length % 4 === 0 && complete.test(data)) return data;
    const digits = data.replaceAll(/[\t\n\f\r ]+/g, '').replace(/={1,2}$/, '');
    if (digits.length % 4 !== 1 && /^[A-Za-z0-9+/]*$/.test(digits))
      return digits.padEnd(Math.ceil(digits.length / 4) * 4, '=');
  }
  throw new DefinitionError(
    `${where} must be bytes or base64 (RFC 4648, section 4), not ${previewValue(data)}. Pass bytes, such as a Buffer, to have them encoded.`,
  );
}
