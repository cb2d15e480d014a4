// The name may be written with escapes.
const possibleName = /__proto__|\\u/;

/** Reads JSON text that another program has written. A property `__proto__` is omitted, so that no copy sets a prototype. */
export function parseJson(text: string): unknown {
  if (!possibleName.test(text)) return JSON.parse(text);
  return JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value));
}
