// Serves three tools, two resources and a prompt on two free ports of this machine, with held and with replayed rounds, and sends the ports to its
// parent. On the message 'heap' it collects garbage and answers with the size of its heap in bytes.
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { interval, startWith } from 'rxjs';
import { definePrompt, defineResource, Toolkit, ToolSpec, tool } from '../../dist/index.js';
import { serveMcp } from '../../dist/integrations/mcp/index.js';

const form = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

function createTool(name, execute) {
  return ToolSpec.create({ name, inputSchema, idempotent: true, executor: { kind: 'soak', execute } });
}

const toolkit = new Toolkit();
toolkit.register(createTool('echo', ({ text }) => text.length));
toolkit.register(
  createTool('wait', async ({ text }, ctx) => {
    // Ends when its client goes away, and long after any client does.
    await setTimeout(30_000, undefined, { signal: ctx.signal });
    return text.length;
  }),
);
toolkit.register(
  createTool('ask', async (_, ctx) => {
    const { data } = await ctx.ask(form, { message: 'Where?' });
    return data.city;
  }),
);

const params = { name: { type: String } };
const notes = tool((name) => `note ${name} ${'x'.repeat(2_000)}`, { name: 'note', params });
toolkit.register([
  defineResource('soak://notes/{name}', notes),
  defineResource(
    'soak://clock',
    tool(() => interval(1).pipe(startWith(0)), { name: 'clock' }),
    { live: true },
  ),
  definePrompt(tool((name) => `Write about ${name}.`, { name: 'write', params })),
]);

async function serve(options) {
  const { url } = await serveMcp(toolkit, { transport: 'http', port: 0, key: randomBytes(32), ...options });
  return Number(new URL(url).port);
}

process.on('disconnect', () => process.exit());
process.on('message', () => {
  // Twice, because finalizers and weak references are cleared by the first collection.
  gc();
  gc();
  process.send({ heap: process.memoryUsage().heapUsed });
});
process.send({ held: await serve({ rounds: 'held' }), replayed: await serve({ rounds: 'replayed' }) });
