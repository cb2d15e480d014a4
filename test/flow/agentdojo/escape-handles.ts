const handle = /^@+[A-Za-z0-9][\w.-]{0,39}(?:\/.*)?$/su;

/** Returns arguments whose texts mean themselves, also those that look like handles. */
export function escapeHandles(value: unknown): unknown {
  if (typeof value === 'string') return handle.test(value) ? `@${value}` : value;
  if (Array.isArray(value)) return value.map(escapeHandles);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, escapeHandles(member)]));
}
