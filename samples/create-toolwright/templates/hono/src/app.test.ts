import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from 'toolwright/client';
import { app } from './app.js';

/** `npx toolwright generate --types` writes such types for all tools. */
interface KitchenTools {
  cook: { input: { meal: string; pauseMs?: number }; output: string; chunk: string };
}

test('streams the steps of a recipe to a client', async () => {
  const url = 'http://localhost/tools';
  const tools = createClient<KitchenTools>({ url, fetch: async (target, init) => app.request(target, init) });

  const steps = [];
  for await (const part of tools.cook.stream({ meal: 'soup', pauseMs: 0 })) if (!part.isLast) steps.push(part.data);
  assert.deepEqual(steps, ['Chop the vegetables.\n', 'Boil them for 20 minutes.\n', 'Blend the soup.\n']);

  await assert.rejects(tools.cook({ meal: 'stones' }), { code: 'invalid_parameters' });
});
