/**
 * A copy of the plain objects and arrays that `value` is made of; anything else stays the same object. class-transformer
 * removes discriminating properties from what it is given, and `@Transform` functions get to see it.
 */
export function copyPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return copyArray(value);
  return isPlain(value) ? copyObject(value) : value;
}

function copyArray(items: readonly unknown[]): unknown[] {
  const copy = new Array<unknown>(items.length);
  for (let index = 0; index < items.length; index++) {
    // class-transformer leaves out holes.
    if (index in items) copy[index] = copyPlain(items[index]);
  }
  return copy;
}

function copyObject(value: object): object {
  const copy: Record<string, unknown> = Object.create(Object.getPrototypeOf(value));
  for (const key of Object.keys(value)) {
    const inner = copyPlain((value as Record<string, unknown>)[key]);
    // Assigning `__proto__` would replace the prototype.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: inner, enumerable: true, configurable: true });
    else copy[key] = inner;
  }
  return copy;
}

/** Whether an object has no class, in whatever realm it was made. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
