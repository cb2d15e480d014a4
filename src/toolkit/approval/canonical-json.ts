import { isPlainObject } from '../../schema/validation/copy-json.js';

/**
 * The one JSON text of a value, whatever order its keys were set in. Undefined for a value that JSON would not tell apart
 * from another: an instance of a class, a function, a number that is not finite, what contains itself.
 */
export function canonicalJson(value: unknown): string | undefined {
  try {
    return write(value);
  } catch {
    // What contains itself, is nested deeper than the stack, or refuses to be read.
    return undefined;
  }
}

function write(value: unknown): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : undefined;
  if (Array.isArray(value)) return enclosed('[', value.map(write), ']');
  if (!isPlainObject(value)) return undefined;
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return enclosed(
    '{',
    names.sort().map((name) => writeMember(name, value[name])),
    '}',
  );
}

function writeMember(name: string, value: unknown): string | undefined {
  const written = write(value);
  return written === undefined ? undefined : `${JSON.stringify(name)}:${written}`;
}

function enclosed(opening: string, parts: readonly (string | undefined)[], closing: string): string | undefined {
  return parts.includes(undefined) ? undefined : opening + parts.join(',') + closing;
}
