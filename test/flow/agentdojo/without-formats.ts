/** Returns a JSON Schema without its formats: the times of the benchmark have no time zone. */
export function withoutFormats(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => keyword !== 'format' || typeof value !== 'string')
      .map(([keyword, value]) => [keyword, edit(value)]),
  );
}

function edit(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(edit);
  return typeof value === 'object' && value !== null ? withoutFormats({ ...value }) : value;
}
