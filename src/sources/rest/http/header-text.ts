import { foldHeader } from './folded-names.js';

/** Checks whether a text consists of the characters of a field value (RFC 9110, section 5.5). */
export function isHeaderText(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

/** Checks whether a text can be the name of a header or a cookie that describes no part of the message itself. */
export function isHeaderName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !reservedHeaders.test(foldHeader(name));
}

const reservedHeaders = /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|expect)$/i;

/** Returns headers whose names are in lower case. */
export function lowerNames<T>(headers: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
