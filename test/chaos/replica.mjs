// Serves one tool, which asks two questions, on a free port of this machine, and sends the port to its parent. The
// environment has the key that all replicas share and, if they hold the calls, the URL of their NATS server.
import { setTimeout } from 'node:timers/promises';
import { Toolkit, ToolSpec } from '../../dist/index.js';
import { serveMcp } from '../../dist/integrations/mcp/index.js';
import { openNatsStores } from '../../dist/integrations/nats/index.js';

const form = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

async function askCity(ctx, message) {
  const { data } = await ctx.ask(form, { message });
  return data.city;
}

async function openCluster(options) {
  const { events, rounds } = await openNatsStores(options);
  return { events, rounds };
}

const plan = ToolSpec.create({
  name: 'plan',
  idempotent: true,
  inputSchema: { type: 'object', properties: { traveller: { type: 'string' } }, required: ['traveller'] },
  executor: {
    kind: 'chaos',
    async execute({ traveller }, ctx) {
      // Some calls are running on a replica when it is killed.
      await setTimeout(50);
      const from = await askCity(ctx, `From where, ${traveller}?`);
      const to = await askCity(ctx, `To where, ${traveller}, from ${from}?`);
      return `${traveller}: ${from} to ${to}`;
    },
  },
});

const toolkit = new Toolkit();
toolkit.register(plan);
const key = Buffer.from(process.env.CHAOS_KEY, 'hex');
const { CHAOS_NATS: servers } = process.env;
const rounds =
  servers === undefined ? { rounds: 'replayed' } : { rounds: 'held', cluster: await openCluster({ servers }) };
const waitingCalls = { maxPerClient: 1_000, maxCalls: 1_000 };
const serving = await serveMcp(toolkit, { transport: 'http', port: 0, sessions: false, key, waitingCalls, ...rounds });
process.send(Number(new URL(serving.url).port));
// A parent that ends early leaves no replica behind.
process.on('disconnect', () => process.exit());
