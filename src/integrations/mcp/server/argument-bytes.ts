import { byteLength } from '../../../base/text/byte-length.js';

/**
 * Checks whether a JSON value exceeds a size, in bytes of its JSON text in UTF-8 without white space. The check ends at
 * the limit, whatever the value contains, so that a cyclic value exceeds any size.
 */
export function exceedsBytes(value: unknown, maxBytes: number): boolean {
  const pending: unknown[] = [value];
  let bytes = 0;
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null) bytes += bytesOf(next);
    else if (Array.isArray(next)) {
      bytes += bracketsAndCommas(next.length);
      // Each item has at least one byte.
      if (bytes + next.length > maxBytes) return true;
      for (const item of next) pending.push(item);
    } else {
      let count = 0;
      for (const name in next) {
        count++;
        bytes += bytesOf(name) + 1;
        if (bytes > maxBytes) return true;
        pending.push((next as Readonly<Record<string, unknown>>)[name]);
      }
      bytes += bracketsAndCommas(count);
    }
    if (bytes + pending.length > maxBytes) return true;
  }
  return bytes > maxBytes;
}

function bracketsAndCommas(count: number): number {
  return 2 + Math.max(0, count - 1);
}

/** Returns the size of a value that contains no other values. A value that JSON does not have counts as `null`. */
function bytesOf(value: unknown): number {
  return byteLength(typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null'));
}
