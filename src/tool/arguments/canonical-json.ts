import { hashText } from '../../base/runtime/sha256.js';
import { isPlainObject } from '../../schema/values/copy-json.js';

/**
 * Returns the canonical JSON text of a value, with sorted keys. Returns undefined for a value that JSON cannot
 * distinguish from another one: an instance of a class, a function, a number that is not finite, a circular value.
 */
export function canonicalJson(value: unknown): string | undefined {
  try {
    return write(value);
  } catch {
    // The value is circular, is nested deeper than the stack allows, or has a getter that throws.
    return undefined;
  }
}

/**
 * Returns the SHA-256 of a value's canonical JSON, or undefined for a value that has none.
 *
 * @param encoding - The encoding of the digest.
 */
export function digestOf(value: unknown, encoding: 'hex' | 'base64url' = 'hex'): string | undefined {
  const text = canonicalJson(value);
  return text === undefined ? undefined : hashText(text, encoding);
}

function write(value: unknown): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : undefined;
  if (Array.isArray(value)) return enclose('[', value.map(write), ']');
  if (!isPlainObject(value)) return undefined;
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return enclose(
    '{',
    names.sort().map((name) => writeMember(name, value[name])),
    '}',
  );
}

function writeMember(name: string, value: unknown): string | undefined {
  const written = write(value);
  return written === undefined ? undefined : `${JSON.stringify(name)}:${written}`;
}

function enclose(opening: string, parts: readonly (string | undefined)[], closing: string): string | undefined {
  return parts.includes(undefined) ? undefined : opening + parts.join(',') + closing;
}
