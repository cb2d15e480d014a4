import 'reflect-metadata';
import { createRowApp, type Platform } from './table/app.js';
import { rows } from './table/rows.js';

const platforms: readonly Platform[] = ['express', 'fastify'];

describe.each(platforms)('a tool of NestJS on %s', (platform) => {
  it.each(rows)('has the feature: $name', async ({ run }) => {
    const [app, close] = createRowApp(platform);
    try {
      await run(app);
    } finally {
      await close();
    }
  });
});
