import { createSchemas, createSpec } from '../many-tools.js';
import type { Row } from '../row.js';

/** What a spec costs before its first call: no validator is compiled yet. */
export const row: Row = {
  title: 'Building specs for 10,000 tools, per tool',
  parts: [
    {
      name: 'toolwright',
      rounds: 3,
      warmupRounds: 0,
      create: ({ many }) => [{ name: 'ToolSpec, JSON Schema', sample: () => buildTime(many) }],
    },
  ],
};

/** Nanoseconds per tool. */
function buildTime(count: number): number {
  const schemas = createSchemas(count);
  const start = performance.now();
  const specs = schemas.map(createSpec);
  const elapsed = performance.now() - start;
  if (specs.at(-1)?.params.query === undefined) throw new TypeError('A spec lost its parameters.');
  return (elapsed * 1e6) / count;
}
