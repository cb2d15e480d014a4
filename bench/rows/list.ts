import { createSpecs, createToolkit } from '../many-tools.js';
import type { Row } from '../row.js';

/** Listing tools again when nothing has changed. */
export const row: Row = {
  title: 'getJsonSchemas() of 10,000 tools, unchanged',
  parts: [
    {
      name: 'toolwright',
      create: ({ many }) => {
        const toolkit = createToolkit(createSpecs(many));
        const works = (schemas: unknown): boolean => Array.isArray(schemas) && schemas.length === many;
        return [{ name: 'toolkit.getJsonSchemas', maxValue: 1e6, run: () => toolkit.getJsonSchemas(), works }];
      },
    },
  ],
};
