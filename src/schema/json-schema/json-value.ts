/**
 * Returns a deep, frozen copy of a value that is plain JSON data, or undefined for any other value, such as a Date or
 * an instance. Properties whose value is undefined are omitted, as in JSON.
 */
export function jsonValue(value: unknown): unknown {
  return copyJson(value, 0);
}

// Deeper data is not a plausible schema, default or example, and it may be cyclic.
const deepest = 1_000;

function copyJson(value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'object' || depth > deepest) return undefined;
  return Array.isArray(value) ? copyItems(value, depth) : copyEntries(value, depth);
}

function copyItems(items: readonly unknown[], depth: number): readonly unknown[] | undefined {
  const copies = items.map((item) => copyJson(item, depth + 1));
  return copies.includes(undefined) ? undefined : Object.freeze(copies);
}

function copyEntries(value: object, depth: number): object | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const copies: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const inner: unknown = (value as Record<string, unknown>)[key];
    if (inner === undefined) continue;
    const copy = copyJson(inner, depth + 1);
    if (copy === undefined) return undefined;
    // Assigning `__proto__` would replace the prototype.
    if (key === '__proto__') Object.defineProperty(copies, key, { value: copy, enumerable: true });
    else copies[key] = copy;
  }
  return Object.freeze(copies);
}
