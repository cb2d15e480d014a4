// Prints how many results of dropped sessions remain, while their toolkit does: node --expose-gc test/fuzz/flow-leak-probe.mjs
import { setTimeout as pause } from 'node:timers/promises';
import { cache } from '../../dist/features/middleware/index.js';
import { Toolkit, ToolSpec } from '../../dist/index.js';

const sessions = 100;
const inputSchema = { type: 'object', properties: { text: { type: 'string' } } };
const readOnly = { readOnlyHint: true, openWorldHint: false };

function toolOf(name, execute, options = {}) {
  return ToolSpec.create({ name, inputSchema, annotations: readOnly, ...options, executor: { kind: 'test', execute } });
}

const toolkit = new Toolkit({ flow: { onViolation: 'deny' } });
const page = toolOf('page', ({ text }) => ({ id: 'page-100001', body: `${text} ${'x'.repeat(1_000)}` }), {
  trust: 'untrusted',
  fields: { '/id': { trust: 'trusted' } },
});
const note = toolOf('note', ({ text }, ctx) => ctx.state.set('mem.text', text));
const read = toolOf('read', (_, ctx) => ({ found: ctx.state.get('mem.text') }));
toolkit.register([page, note, read]);
toolkit.register(
  toolOf('kept', ({ text }) => ({ text })),
  { use: [cache({ ttlMs: 60_000 })] },
);

const watched = [];

async function useSession(index) {
  const session = toolkit.session();
  const text = `the page ${index}`;
  session.said(text);
  const results = [];
  for (const name of ['page', 'note', 'read', 'kept']) results.push(await session.execute(name, { text }));
  const saved = session.snapshot();
  toolkit.session().restore(saved);
  watched.push(...results.map((result) => new WeakRef(result)), new WeakRef(session));
}

for (let index = 0; index < sessions; index++) await useSession(index);
for (let round = 0; round < 20; round++) {
  globalThis.gc();
  await pause(5);
}
const left = watched.filter((one) => one.deref() !== undefined).length;
process.stdout.write(JSON.stringify({ watched: watched.length, left, tools: toolkit.list().length }));
