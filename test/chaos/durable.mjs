// Makes durable calls, which two workers run, while their NATS server is killed and restarted again and again:
// node test/chaos/durable.mjs [calls] [time between two kills, in milliseconds].
import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Toolkit, ToolSpec } from '../../dist/index.js';
import { openNatsStores } from '../../dist/integrations/nats/index.js';
import { startNatsServer } from '../support/nats-server.mjs';

const [calls = 2_000, killEveryMs = 2_000] = process.argv.slice(2).map(Number);
const workerCount = 2;
// The calls that wait for their results at once.
const callerCount = 50;

const server = await startNatsServer();
const env = { ...process.env, CHAOS_NATS: server.url };
const runs = new Map();
const workers = await Promise.all(Array.from({ length: workerCount }, startWorker));
const stores = await openNatsStores({ servers: server.url });
const toolkit = new Toolkit({ taskStore: stores.tasks });
toolkit.register(
  ToolSpec.create({
    name: 'square',
    inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    executor: { kind: 'chaos', execute: () => Promise.reject(new Error('A worker runs this tool.')) },
  }),
);

async function startWorker() {
  const worker = fork(new URL('task-worker.mjs', import.meta.url), { env });
  await new Promise((resolve) => worker.once('message', resolve));
  worker.on('message', (n) => runs.set(n, (runs.get(n) ?? 0) + 1));
  return worker;
}

const ends = new Map();
const wrong = [];
toolkit.events$.subscribe(({ type, callId }) => {
  if (type !== 'started') ends.set(callId, (ends.get(callId) ?? 0) + 1);
});
let [begun, kills] = [0, 0];

async function runCaller() {
  while (begun < calls) {
    const n = begun++;
    const { data, error } = await toolkit.execute('square', { n }, { durable: true, callId: `call ${n}` });
    if (data !== n * n) wrong.push(`call ${n}: ${error?.message ?? data}`);
  }
}

/** Kills and restarts the server, first when a quarter of the calls has begun, until the signal is aborted. */
async function killServer(signal) {
  while (begun < calls / 4) await sleep(1);
  while (!signal.aborted) {
    await server.restart();
    kills++;
    await sleep(killEveryMs);
  }
}

const ended = new AbortController();
const startedAt = Date.now();
const killing = killServer(ended.signal);
await Promise.all(Array.from({ length: callerCount }, runCaller));
const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
ended.abort();
await killing;
for (const worker of workers) worker.kill('SIGKILL');
await stores.close();
await server.stop();

const lost = calls - ends.size;
const duplicates = [...ends.values()].filter((count) => count > 1).length;
const again = [...runs.values()].filter((count) => count > 1).length;
for (const problem of wrong) process.stdout.write(`${problem.slice(0, 600)}\n`);
process.stdout.write(
  `${calls} calls in ${seconds} s, ${kills} kills of the server, ${lost} lost, ${duplicates} duplicates at the caller, ` +
    `${wrong.length} wrong, ${again} run twice\n`,
);
process.exitCode = lost + duplicates + wrong.length + again === 0 && kills > 0 ? 0 : 1;
