/** Says that a value is not plain: what it means, and whether it has a JSON form, takes a closer look. */
export const NOT_PLAIN: unique symbol = Symbol('not plain');

// Deeper data is rare, and looked at by the walk that knows cycles.
const deepest = 8;

/**
 * The JSON form of plain data, as a copy that shares nothing with it: scalars, and plain objects and arrays of such,
 * without methods and not nested deep. NOT_PLAIN for all else: nothing that streams, and nothing that has a brand, is
 * plain.
 */
export function copyPlainJson(value: unknown): unknown {
  try {
    return mayStream(value) ? NOT_PLAIN : copyValue(value, 0);
  } catch {
    // A getter that throws.
    return NOT_PLAIN;
  }
}

/** Whether `copyPlainJson` would copy a value. */
export function isPlainJson(value: unknown): boolean {
  try {
    return !mayStream(value) && isPlain(value, 0);
  } catch {
    // As above.
    return false;
  }
}

function copyValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return isScalar(value) ? value : NOT_PLAIN;
  if (depth === deepest) return NOT_PLAIN;
  if (Array.isArray(value)) return isPlainArray(value) ? copyItems(value, depth + 1) : NOT_PLAIN;
  return isPlainObject(value) ? copyMembers(value, depth + 1) : NOT_PLAIN;
}

function copyItems(items: readonly unknown[], depth: number): unknown {
  const copy = new Array<unknown>(items.length);
  for (let index = 0; index < items.length; index++) {
    const item = copyValue(items[index], depth);
    if (item === NOT_PLAIN) return NOT_PLAIN;
    copy[index] = item ?? null;
  }
  return copy;
}

function copyMembers(value: object, depth: number): unknown {
  const copy: Record<string, unknown> = {};
  for (const name in value) {
    // Assigning to it would set a prototype.
    if (name === '__proto__') return NOT_PLAIN;
    const member = (value as Record<string, unknown>)[name];
    if (typeof member === 'string') copy[name] = member;
    else if (member !== undefined) {
      const json = copyValue(member, depth);
      if (json === NOT_PLAIN) return NOT_PLAIN;
      copy[name] = json;
    }
  }
  return copy;
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return isScalar(value);
  if (depth === deepest) return false;
  if (Array.isArray(value)) return isPlainArray(value) && areItemsPlain(value, depth + 1);
  if (!isPlainObject(value)) return false;
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name];
    if (typeof member === 'string' || (typeof member === 'number' && Number.isFinite(member))) continue;
    if (!isPlain(member, depth + 1)) return false;
  }
  return true;
}

function areItemsPlain(items: readonly unknown[], depth: number): boolean {
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (typeof item !== 'string' && !isPlain(item, depth)) return false;
  }
  return true;
}

/** Whether JSON has the value as it is, or, of undefined, leaves it out. */
function isScalar(value: unknown): boolean {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value);
    case 'string':
    case 'boolean':
    case 'undefined':
      return true;
    default:
      return value === null;
  }
}

function isPlainObject(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype && !statesJson(value);
}

function isPlainArray(value: object): boolean {
  return Object.getPrototypeOf(value) === Array.prototype && !statesJson(value);
}

/** Whether a value says itself what its JSON form is, though it may not list the method among its members. */
function statesJson(value: object): boolean {
  return typeof (value as { readonly toJSON?: unknown }).toJSON === 'function';
}

/** Whether a value may be a stream, though it may not list among its members what makes it one. */
function mayStream(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { next, subscribe } = value as { readonly next?: unknown; readonly subscribe?: unknown };
  if (typeof next === 'function' || typeof subscribe === 'function') return true;
  return (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] !== undefined;
}
