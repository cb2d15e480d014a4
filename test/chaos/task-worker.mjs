// Runs durable calls of one tool. Sends its parent 'ready', and the number of each call that it runs.
import { setTimeout } from 'node:timers/promises';
import { serveTasks, Toolkit, ToolSpec } from '../../dist/index.js';
import { openNatsStores } from '../../dist/integrations/nats/index.js';

const toolkit = new Toolkit();
toolkit.register(
  ToolSpec.create({
    name: 'square',
    inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    executor: {
      kind: 'chaos',
      async execute({ n }) {
        process.send(n);
        await setTimeout(20);
        return n * n;
      },
    },
  }),
);
const { tasks: store } = await openNatsStores({ servers: process.env.CHAOS_NATS });
await serveTasks(toolkit, { store, concurrency: 20, onError: (error) => process.stderr.write(`${error}\n`) });
process.send('ready');
// A parent that ends early leaves no worker behind.
process.on('disconnect', () => process.exit());
