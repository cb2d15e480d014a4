import type { Suite } from './suite.js';

/**
 * Returns a recorded result with an attacker's text in each place that has a marker, also in keys.
 *
 * @throws Error if there is a marker of a vector that the suite does not have.
 */
export function fillMarkers(value: unknown, text: string, { injectionVectors }: Suite): unknown {
  // The ID of a vector may begin with that of another one.
  const ids = injectionVectors.map(({ id }) => id).sort((one, other) => other.length - one.length);
  return fill(value, (marked) => {
    const filled = ids.reduce((rest, id) => rest.replaceAll(`INJECTED_${id}_`, () => text), marked);
    if (filled.includes('INJECTED_')) throw new Error(`No vector of the suite has the marker in '${filled}'.`);
    return filled;
  });
}

function fill(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => fill(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [replace(key), fill(member, replace)]));
}
