import 'reflect-metadata';
import type { Platform } from '../../table/app.js';
import { eras } from '../../table/mcp-client.js';
import { createPeerApp } from './app.js';
import { enhancerRows } from './enhancer-rows.js';
import { mcpRows } from './mcp-rows.js';
import type { PeerRow } from './row.js';
import { scopeRows } from './scope-rows.js';

/** Runs the rows with mcp-nest, and prints their results as JSON: by row, then by platform. */
const platforms: readonly Platform[] = ['express', 'fastify'];
const results: Record<string, Record<string, string>> = {};
// What a row breaks must not end the others.
process.on('unhandledRejection', () => undefined);
for (const row of [...enhancerRows, ...scopeRows, ...mcpRows]) {
  results[row.name] = {};
  for (const platform of platforms) results[row.name][platform] = await runRow(row, platform);
}
process.stdout.write(`${JSON.stringify(results)}\n`, () => process.exit());

/** A row passes if it does for the clients of each era. */
async function runRow(row: PeerRow, platform: Platform): Promise<string> {
  for (const era of row.eras ?? eras) {
    const [app, close] = createPeerApp(platform);
    try {
      await withTimeLimit(row.run(app, era));
    } catch (error) {
      return `${row.name} with clients of ${era}: ${error instanceof Error ? error.stack : String(error)}`;
    } finally {
      await withTimeLimit(close()).catch(() => undefined);
    }
  }
  return 'passed';
}

function withTimeLimit<T>(running: Promise<T>): Promise<T> {
  const limit = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The row took more than 15 seconds.')), 15_000).unref();
  });
  return Promise.race([running, limit]);
}
