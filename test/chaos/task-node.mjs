// Serves one tool over MCP, whose calls become tasks in stores on NATS, and runs the calls of all nodes as a worker. Sends
// its parent the port, and the number of each run and of each effect.
import { setTimeout } from 'node:timers/promises';
import { serveTasks, Toolkit, ToolSpec } from '../../dist/index.js';
import { serveMcp } from '../../dist/integrations/mcp/index.js';
import { openNatsStores } from '../../dist/integrations/nats/index.js';

const stores = await openNatsStores({ servers: process.env.CHAOS_NATS });
const toolkit = new Toolkit({ taskStore: stores.tasks });
toolkit.register(
  ToolSpec.create({
    name: 'square',
    task: 'required',
    idempotent: true,
    inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    executor: {
      kind: 'chaos',
      async execute({ n }) {
        process.send({ run: n });
        await setTimeout(50);
        // What must happen once is claimed, so that a second run does not repeat it.
        const claim = await stores.effects.claim(`square ${n}`);
        if (claim.state === 'claimed') process.send({ effect: n });
        return n * n;
      },
    },
  }),
);
const onError = (error) => process.stderr.write(`${error}\n`);
await serveTasks(toolkit, { store: stores.tasks, concurrency: 20, leaseMs: 600, onError });
const tasks = { maxPerClient: 10_000, maxTasks: 10_000 };
const serving = await serveMcp(toolkit, { transport: 'http', port: 0, era: '2026-07-28', tasks, onError });
process.send({ port: Number(new URL(serving.url).port) });
// A parent that ends early leaves no node behind.
process.on('disconnect', () => process.exit());
