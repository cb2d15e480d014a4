import { encodeUtf8 } from '../../base/runtime/sha256.js';
import { decodeBase64, encodeBase64, encodeBase64Url } from '../../base/text/base64.js';
import { invalidArgument } from '../definition/invalid-argument.js';

/** An encoding of a text. @description */
export type Encoding = 'base64' | 'base64url' | 'hex' | 'url' | 'html';

const htmlCharacters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const htmlNames: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Encodes a text. Its bytes are those of UTF-8. */
export function encode(text: string, encoding: Encoding): string {
  switch (encoding) {
    case 'base64':
      return encodeBase64(encodeUtf8(text));
    case 'base64url':
      return encodeBase64Url(encodeUtf8(text));
    case 'hex':
      return Array.from(encodeUtf8(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
    case 'url':
      return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\ufffd'));
    case 'html':
      return text.replaceAll(/[&<>"']/g, (character) => htmlCharacters[character] ?? character);
  }
}

/**
 * Decodes a text.
 *
 * @throws ValidationError if it is not encoded as stated, or its bytes are not UTF-8.
 */
export function decode(text: string, encoding: Encoding): string {
  switch (encoding) {
    case 'base64':
    case 'base64url':
      if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text.replaceAll(/\s/g, ''))) throw notEncoded(encoding);
      return decodeUtf8(decodeBase64(text), encoding);
    case 'hex':
      if (!/^(?:[\da-f]{2})*$/i.test(text)) throw notEncoded(encoding);
      return decodeUtf8(
        Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16)),
        encoding,
      );
    case 'url':
      return decodeUrl(text);
    case 'html':
      return text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,4});/gi, decodeReference);
  }
}

function decodeReference(reference: string, body: string): string {
  if (!body.startsWith('#')) return (Object.hasOwn(htmlNames, body) ? htmlNames[body] : undefined) ?? reference;
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
}

function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw notEncoded('url');
  }
}

function decodeUtf8(bytes: Uint8Array, encoding: Encoding): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw notEncoded(encoding);
  }
}

function notEncoded(encoding: Encoding): Error {
  return invalidArgument('text', `it is not encoded as ${encoding}, or its bytes are no text in UTF-8.`);
}
