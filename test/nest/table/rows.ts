import { clientRows } from './client-rows.js';
import { devRows } from './dev-rows.js';
import { enhancerRows } from './enhancer-rows.js';
import { mcpRows } from './mcp-rows.js';
import { routeRows } from './route-rows.js';
import type { Row } from './row.js';
import { scopeRows } from './scope-rows.js';
import { streamRows } from './stream-rows.js';

/** The rows of the table. */
export const rows: readonly Row[] = [
  ...enhancerRows,
  ...scopeRows,
  ...streamRows,
  ...routeRows,
  ...clientRows,
  ...mcpRows,
  ...devRows,
];
