/** A plain object in a state. */
export type StateObject = Readonly<Record<string, unknown>>;

/** Checks whether a state copies a value: a plain object or an array. Any other value is stored unchanged. */
export function isContainer(value: unknown): value is StateObject | readonly unknown[] {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Copies plain objects and arrays deeply, including cycles. Any other value is shared. */
export function copyContainers(value: unknown, copies: Map<object, unknown> = new Map()): unknown {
  if (!isContainer(value)) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {};
  copies.set(value, copy);
  for (const key of Object.keys(value)) {
    const member = copyContainers((value as Record<string, unknown>)[key], copies);
    // Assigning to `__proto__` would change the copy's prototype.
    if (key !== '__proto__') (copy as Record<string, unknown>)[key] = member;
    else Object.defineProperty(copy, key, { value: member, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}

/** Freezes plain objects and arrays deeply, including cycles. Returns the value. */
export function freezeContainers(value: unknown): unknown {
  if (!isContainer(value) || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeContainers(member);
  return value;
}
