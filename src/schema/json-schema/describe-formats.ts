/** Describes a value of one of the formats, with an example of each that people write in several ways. */
export function describeFormats(formats: readonly string[]): string {
  return formats.map(describeFormat).join(' or ');
}

function describeFormat(format: string): string {
  const example = examples.get(format);
  return example === undefined ? `a valid ${format}` : `a valid ${format} such as ${example}`;
}

const examples: ReadonlyMap<string, string> = new Map([
  ['date-time', '2026-12-01T09:00:00Z'],
  ['date', '2026-12-01'],
  ['time', '09:00:00Z'],
]);
