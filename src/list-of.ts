/** Gives a list as it is, and any other value as a list of one. */
export function listOf<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? value : [value as T];
}
