import { byteLength } from '../../../base/text/byte-length.js';

// The approximate memory of a value in addition to its characters, in bytes.
const bytesPerValue = 16;
const bytesPerObject = 48;

/**
 * Estimates the memory that JSON data occupies, in bytes. Many small values occupy far more memory than their text, so
 * they are counted too. An object that occurs more than once counts once.
 */
export function estimateBytes(value: unknown): number {
  const seen = new Set<object>();
  const pending: unknown[] = [value];
  let bytes = 0;
  while (pending.length > 0) {
    const next = pending.pop();
    bytes += bytesPerValue;
    if (typeof next === 'string') bytes += byteLength(next);
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    bytes += bytesPerObject;
    for (const [key, member] of Object.entries(next)) {
      if (!Array.isArray(next)) bytes += byteLength(key);
      pending.push(member);
    }
  }
  return bytes;
}
