/** Formats JSON for people: a value that fits into one line is printed in one. */
export function toJsonText(value: unknown, width: number, indent = ''): string {
  const flat = flatText(value);
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= width) return flat;
  const inner = `${indent}  `;
  const isArray = Array.isArray(value);
  const lines = Object.entries(value).map(([key, entry]) => {
    const name = isArray ? '' : `${JSON.stringify(key)}: `;
    return `${inner}${name}${toJsonText(entry, width - name.length, inner)}`;
  });
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function flatText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flatText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${flatText(entry)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
