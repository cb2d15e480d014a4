/** A worker: node worker.js <server> <queue group>. It ends when the main process disconnects. */
import 'reflect-metadata';
import { once } from 'node:events';
import { Toolkit } from 'toolwright';
import { openNatsStores, serveNats } from 'toolwright/nats';
import { GpuTools, OfficeTools } from './picture-tools.js';
import { report } from './report.js';

async function main(): Promise<void> {
  const [servers, queue] = process.argv.slice(2);
  const disconnected = once(process, 'disconnect');
  // Ctrl+C reaches all processes of a terminal. The main process ends its workers.
  process.on('SIGINT', () => undefined);

  const toolkit = new Toolkit().use(async ({ id }, next) => {
    report('begun', id);
    const result = await next();
    report('ended', id);
    return result;
  });
  toolkit.register(queue === 'gpu' ? new GpuTools() : new OfficeTools());
  const stores = await openNatsStores({ servers });
  const serving = await serveNats(toolkit, { servers, queue, concurrency: 4, effects: stores.effects });
  process.send?.('ready');

  await disconnected;
  await serving.close();
  await stores.close();
}

await main();
