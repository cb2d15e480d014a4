import { decodeBase64 } from '../../../base/text/base64.js';

const prefix = '=?base64?';
const suffix = '?=';
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Returns the text of a header that repeats a value of the body. A text that no header can have is sent as
 * `=?base64?…?=` (specification 2026-07-28, Streamable HTTP, "Value Encoding"). Returns undefined if that is not base64 of
 * UTF-8.
 */
export function decodeHeader(value: string): string | undefined {
  if (!value.startsWith(prefix) || !value.endsWith(suffix)) return value;
  const encoded = value.slice(prefix.length, -suffix.length);
  if (!base64.test(encoded)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64(encoded));
  } catch {
    return undefined;
  }
}
