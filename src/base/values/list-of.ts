/** Returns an array unchanged, and wraps any other value in an array of one item. */
export function listOf<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? value : [value as T];
}
