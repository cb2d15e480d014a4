// Serves tools over NATS: node nats-worker.mjs <server> <file that receives a line for each effect> [subject].
// A message 'stop' of the parent stops it gracefully.
import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Toolkit, ToolSpec } from '../../dist/index.js';
import { openNatsStores, serveNats } from '../../dist/integrations/nats/index.js';

const [servers, file, subject] = process.argv.slice(2);
const inputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };

function define(name, execute, definition) {
  return ToolSpec.create({ name, inputSchema, ...definition, executor: { kind: 'chaos', execute } });
}

/** Has an effect in the middle of its work. */
async function cause({ n }, ctx) {
  await setTimeout(5);
  appendFileSync(file, `${ctx.effectKey}\n`);
  await setTimeout(15);
  return n * 2;
}

const stores = await openNatsStores({ servers });
const toolkit = new Toolkit();
toolkit.register([
  define('read', async ({ n }) => setTimeout(20, n * 2), { idempotent: true }),
  define('plain', cause, {}),
  define('book', cause, { effect: 'write' }),
  define('pay', cause, {
    effect: 'write',
    verify: ({ n }, { effectKey }) => {
      const isDone = readFileSync(file, 'utf8').split('\n').includes(effectKey);
      return isDone ? { outcome: 'done', result: n * 2 } : { outcome: 'absent' };
    },
  }),
  define('echo', ({ n }) => n * 2, { idempotent: true }),
  define('count', async function* ({ n }) {
    yield n;
    return n * 2;
  }),
  define('hold', async (_, { signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }),
]);
const serving = await serveNats(toolkit, { servers, subject, concurrency: 250, effects: stores.effects });
process.send('ready');
process.on('message', async (message) => {
  if (message === 'running') process.send({ running: serving.running });
  if (message === 'heap') {
    gc();
    process.send({ heap: process.memoryUsage().heapUsed });
  }
  if (message !== 'stop') return;
  await serving.close();
  await stores.close();
  process.exit(0);
});
process.on('disconnect', () => process.exit());
