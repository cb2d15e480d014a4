import { isDate } from '../base/values/value-kinds.js';
import { propertyKey } from './identifier.js';

/** Prints a JSON value as a JavaScript literal on one line: `{ query: "x", tags: ["a"] }`. */
export function literalText(value: unknown): string {
  return textOf(value, new Set());
}

function textOf(value: unknown, parents: ReadonlySet<unknown>): string {
  if (typeof value === 'string') return stringText(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  // JSON cannot represent a cycle. A mistake of the caller must not cause an error here.
  if (parents.has(value)) return '…';
  const inside = new Set(parents).add(value);
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item, inside)).join(', ')}]`;
  if (isDate(value)) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return '{}';
  return `{ ${entries.map(([key, item]) => `${propertyKey(key)}: ${textOf(item, inside)}`).join(', ')} }`;
}

// JSON does not escape the two line separators of Unicode, but the text must remain on one line.
function stringText(value: string): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** Prints a JSON value as a TypeScript literal type, with strings in single quotes. */
export function literalTypeText(value: unknown): string {
  if (typeof value !== 'string') return literalText(value);
  const inner = stringText(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}
