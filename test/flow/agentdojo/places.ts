/** Returns a JSON Pointer with a star for each index, so that places in different items of a list are the same. */
export function withoutIndexes(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}
