import { previewValue } from '../../value-preview.js';
import type { ParseResult } from '../input/value-parser.js';
import { isPlainObject } from '../validation/copy-json.js';

/** Makes an instance of a value's JSON form. What has another form is left for the schema to refuse. */
export type Conversion = (value: unknown) => ParseResult;

/** How instances of JavaScript's own classes are made. */
const conversions: ReadonlyMap<unknown, Conversion> = new Map<unknown, Conversion>([
  [Date, textTo(toDate, 'a date-time')],
  [BigInt, textTo(toBigInt, 'a whole number in decimal digits')],
  [Uint8Array, textTo((text) => toBytes(text, (bytes) => new Uint8Array(bytes)), 'base64')],
  [Set, (value) => accepted(Array.isArray(value) ? new Set(value) : value)],
  [Map, (value) => accepted(isPlainObject(value) ? new Map(Object.entries(value)) : value)],
]);

/** How instances of one of JavaScript's own classes are made; undefined for any other. */
export function conversionTo(type: unknown): Conversion | undefined {
  // Not in the table: this file has to load also where there is no Buffer.
  return typeof type === 'function' && type === globalThis.Buffer ? toBuffer : conversions.get(type);
}

const toBuffer = textTo((text) => toBytes(text, (bytes) => bytes), 'base64');

/** A value that passes. */
export function accepted(value: unknown): ParseResult {
  return { ok: true, value };
}

function textTo(convert: (text: string) => unknown, form: string): Conversion {
  return (value) => {
    if (typeof value !== 'string') return accepted(value);
    const converted = convert(value);
    if (converted !== undefined) return accepted(converted);
    return {
      ok: false,
      issues: [{ path: '', message: `must be ${form}, got ${previewValue(value)}`, rule: 'format' }],
    };
  };
}

function toDate(text: string): Date | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function toBigInt(text: string): bigint | undefined {
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

function toBytes(text: string, view: (bytes: Buffer) => Uint8Array): Uint8Array | undefined {
  return text.length % 4 === 0 && BASE64.test(text) ? view(Buffer.from(text, 'base64')) : undefined;
}
