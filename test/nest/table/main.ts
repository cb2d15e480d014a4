import 'reflect-metadata';
import { createRowApp, type Platform } from './app.js';
import { rows } from './rows.js';

/** Runs the table with the packages of the current folder, and prints its results as JSON: by row, then by platform. */
const platforms: readonly Platform[] = ['express', 'fastify'];
const results: Record<string, Record<string, string>> = {};
for (const { name, run } of rows) {
  results[name] = {};
  for (const platform of platforms) {
    const [app, close] = createRowApp(platform);
    try {
      await run(app);
      results[name][platform] = 'passed';
    } catch (error) {
      results[name][platform] = error instanceof Error ? String(error.stack) : String(error);
    } finally {
      await close();
    }
  }
}
process.stdout.write(`${JSON.stringify(results)}\n`, () => process.exit());
