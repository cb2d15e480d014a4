/** Returns the length of a text in UTF-8, in bytes. */
export function byteLength(text: string): number {
  // Not every runtime has a Buffer, which counts the bytes without encoding them.
  return globalThis.Buffer === undefined ? new TextEncoder().encode(text).length : Buffer.byteLength(text);
}
