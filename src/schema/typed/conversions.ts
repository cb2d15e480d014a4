import { decodeBase64 } from '../../base/text/base64.js';
import { previewValue } from '../../base/values/value-preview.js';
import { dateForm, readDate } from '../json-schema/date-text.js';
import { isPlainObject } from '../values/copy-json.js';
import type { ParseResult } from '../values/value-parser.js';

/** Creates an instance from the JSON form of a value. Values of another form are returned for the schema to reject. */
export type Conversion = (value: unknown) => ParseResult;

/** Creates a `Date` from a date or a date-time. */
export const toDate: Conversion = convertText(readDate, dateForm);

/** The conversions to instances of built-in classes. */
const conversions: ReadonlyMap<unknown, Conversion> = new Map<unknown, Conversion>([
  [Date, toDate],
  [BigInt, convertText(toBigInt, 'a whole number in decimal digits')],
  [Uint8Array, convertText(toBytes, 'base64')],
  [Set, (value) => accept(Array.isArray(value) ? new Set(value) : value)],
  [Map, (value) => accept(isPlainObject(value) ? new Map(Object.entries(value)) : value)],
]);

/** Returns the conversion to instances of a built-in class, or undefined for any other class. */
export function conversionTo(type: unknown): Conversion | undefined {
  // Not in the table, because this file must also load in environments without Buffer.
  return typeof type === 'function' && type === globalThis.Buffer ? toBuffer : conversions.get(type);
}

const toBuffer = convertText((text) => {
  const bytes = toBytes(text);
  return bytes && Buffer.from(bytes.buffer);
}, 'base64');

/** Returns a successful result with the value. */
export function accept(value: unknown): ParseResult {
  return { ok: true, value };
}

function convertText(convert: (text: string) => unknown, form: string): Conversion {
  return (value) => {
    if (typeof value !== 'string') return accept(value);
    const converted = convert(value);
    if (converted !== undefined) return accept(converted);
    return {
      ok: false,
      issues: [{ path: '', message: `must be ${form}, got ${previewValue(value)}`, rule: 'format' }],
    };
  };
}

function toBigInt(text: string): bigint | undefined {
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

function toBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  return text.length % 4 === 0 && BASE64.test(text) ? decodeBase64(text) : undefined;
}
