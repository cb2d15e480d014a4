// Compares the memory of a caller and a worker over many calls on NATS: node --expose-gc nats-memory.mjs [calls].
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Toolkit } from '../../dist/index.js';
import { natsSource } from '../../dist/integrations/nats/index.js';
import { startNatsServer } from '../support/nats-server.mjs';

const [calls = 200_000] = process.argv.slice(2).map(Number);
const points = 5;
const inFlight = 100;
// What the heap may grow by between the first point and the last one: less than 20 bytes per call.
const maxGrowth = 3 * 1024 * 1024;
const tools = ['echo', 'count'];

const server = await startNatsServer();
const worker = fork(new URL('nats-worker.mjs', import.meta.url), [server.url, 'unused', 'memory'], {
  execArgv: ['--expose-gc'],
});

async function heaps() {
  gc();
  worker.send('heap');
  const [{ heap }] = await once(worker, 'message');
  gc();
  return { caller: process.memoryUsage().heapUsed, worker: heap };
}

/** Makes a part of the calls. Returns the number of those that failed. */
async function makeCalls(toolkit, count) {
  let [begun, failed] = [0, 0];
  const run = async () => {
    while (begun < count) {
      const n = begun++;
      const result = await toolkit.execute(tools[n % tools.length], { n });
      if (!result.success || result.data !== n * 2) failed++;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, run));
  return failed;
}

const mebibytes = (bytes) => (bytes / 1024 / 1024).toFixed(1);

try {
  await once(worker, 'message');
  const source = natsSource({ servers: server.url, subject: 'memory' });
  const toolkit = new Toolkit();
  await toolkit.registerSource(source);
  const seen = [];
  let failed = 0;
  for (let point = 0; point < points; point++) {
    failed += await makeCalls(toolkit, calls / points);
    seen.push(await heaps());
  }
  await toolkit.removeSource(source.name);
  const [first, last] = [seen[0], seen.at(-1)];
  const grew = Math.max(last.caller - first.caller, last.worker - first.worker);
  const list = (side) => seen.map((heap) => mebibytes(heap[side])).join(', ');
  process.stdout.write(
    `${calls} calls, ${failed} failed; MiB of heap after each ${calls / points}: ` +
      `caller ${list('caller')}; worker ${list('worker')}\n`,
  );
  process.exitCode = failed === 0 && grew < maxGrowth ? 0 : 1;
} finally {
  worker.kill('SIGKILL');
  await server.stop();
}
