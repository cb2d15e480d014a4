import { DefinitionError } from '../../base/errors/errors.js';
import { previewValue } from '../../base/values/value-preview.js';

const plain = /[A-Za-z0-9_-]/;

/** Encodes a text as one token of a subject, so that different texts have different tokens. */
export function encodeToken(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => {
    const character = String.fromCharCode(byte);
    return plain.test(character) ? character : `=${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}

/** Decodes a token that `encodeToken` returned. Throws a DefinitionError for another one. */
export function decodeToken(token: string): string {
  try {
    return decodeURIComponent(token.replaceAll('=', '%'));
  } catch (cause) {
    throw new DefinitionError(`The key ${previewValue(token)} was not written by a store.`, { cause });
  }
}

/** Checks a prefix of buckets and subjects. Throws a DefinitionError if it has other characters than letters, digits, `_` or `-`. */
export function checkPrefix(prefix: unknown, where: string): string {
  if (typeof prefix === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(prefix)) return prefix;
  throw new DefinitionError(`${where}: prefix must be 1 to 64 letters, digits, _ or -, not ${previewValue(prefix)}.`);
}
