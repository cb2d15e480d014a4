// Kills workers, then a caller, and stops a worker gracefully, while calls run over NATS:
// node test/chaos/nats-run.mjs [calls] [time between two kills, in milliseconds].
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Toolkit } from '../../dist/index.js';
import { natsSource } from '../../dist/integrations/nats/index.js';
import { startNatsServer } from '../support/nats-server.mjs';

const [calls = 10_000, killEveryMs = 2_000] = process.argv.slice(2).map(Number);
const workerCount = 3;
const inFlight = 16;
// A call that has not ended by then counts as hung.
const hungMs = 60_000;
const tools = ['read', 'plain', 'book', 'pay'];

const folder = mkdtempSync(join(tmpdir(), 'nats-chaos-'));
const effects = join(folder, 'effects');
writeFileSync(effects, '');
const server = await startNatsServer();
const servers = server.url;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves like a promise, or to 'hung' after a time in milliseconds. */
async function within(ms, promise) {
  let timer;
  const hung = new Promise((resolve) => {
    timer = setTimeout(resolve, ms, 'hung');
  });
  const settled = await Promise.race([promise, hung]);
  clearTimeout(timer);
  return settled;
}

async function startWorker(subject) {
  const child = fork(new URL('nats-worker.mjs', import.meta.url), [servers, effects, subject]);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    exited.then(() => reject(new Error('A worker ended before it served.')));
  });
  return { child, exited };
}

async function openToolkit(subject) {
  const source = natsSource({ servers, subject, offline: 'wait', maxDeliveries: 20 });
  const toolkit = new Toolkit();
  await toolkit.registerSource(source);
  return { toolkit, close: () => toolkit.removeSource(source.name) };
}

/** Kills the workers in turn and restarts each of them while calls of all tools run. */
async function killWorkers() {
  const subject = 'workers';
  const workers = await Promise.all(Array.from({ length: workerCount }, () => startWorker(subject)));
  const { toolkit, close } = await openToolkit(subject);
  const counts = { success: 0, unknown: 0, lost: 0, wrong: 0, hung: 0 };
  let [begun, kills] = [0, 0];
  let isOver = false;

  const run = async () => {
    while (begun < calls) {
      const n = begun++;
      const tool = tools[n % tools.length];
      const result = await within(hungMs, toolkit.execute(tool, { n }));
      if (result === 'hung') counts.hung++;
      else if (result.success) counts[result.data === n * 2 ? 'success' : 'wrong']++;
      else if (result.error.code === 'interrupted' && tool !== 'read' && tool !== 'pay') counts.unknown++;
      else {
        counts.lost++;
        process.stdout.write(`${tool} ${n}: ${JSON.stringify(result.error)}\n`);
      }
    }
  };
  const kill = async () => {
    await sleep(killEveryMs);
    for (let at = 0; !isOver; at = (at + 1) % workerCount) {
      workers[at].child.kill('SIGKILL');
      kills++;
      await workers[at].exited;
      const next = startWorker(subject);
      await sleep(killEveryMs);
      workers[at] = await next;
    }
  };
  const killing = kill();
  await Promise.all(Array.from({ length: inFlight }, run));
  isOver = true;
  await killing;
  await close();
  for (const { child } of workers) child.kill('SIGKILL');
  const keys = readFileSync(effects, 'utf8').trim().split('\n');
  const doubled = keys.length - new Set(keys).size;
  const { success, unknown, lost, wrong, hung } = counts;
  process.stdout.write(
    `${calls} calls, ${kills} workers killed: ${success} succeeded, ${unknown} interrupted with an unknown outcome, ` +
      `${lost} lost, ${wrong} wrong, ${hung} hung, ${doubled} doubled effects\n`,
  );
  return kills > 0 && success + unknown === calls && doubled === 0;
}

/** Kills a caller with 100 calls, and waits until its worker is idle. */
async function killCaller() {
  const subject = 'callers';
  const worker = await startWorker(subject);
  const caller = fork(new URL('nats-caller.mjs', import.meta.url), [servers, subject, '100']);
  const running = () =>
    new Promise((resolve) => {
      worker.child.once('message', (message) => resolve(message.running));
      worker.child.send('running');
    });
  while ((await running()) < 100) await sleep(20);
  caller.kill('SIGKILL');
  const killedAt = performance.now();
  while ((await running()) > 0 && performance.now() - killedAt < 30_000) await sleep(20);
  const idleMs = Math.round(performance.now() - killedAt);
  worker.child.kill('SIGKILL');
  process.stdout.write(`A caller with 100 calls killed: its worker was idle after ${idleMs} ms\n`);
  return idleMs < 2_000;
}

/** Stops a worker gracefully with 200 calls. */
async function stopGracefully() {
  const subject = 'graceful';
  const worker = await startWorker(subject);
  const { toolkit, close } = await openToolkit(subject);
  const running = Array.from({ length: 200 }, (_, n) => toolkit.execute('plain', { n }));
  await sleep(10);
  worker.child.send('stop');
  const stopped = worker.exited.then(() => 'stopped');
  await stopped;
  // A call that the worker did not take waits for another one.
  const next = await startWorker(subject);
  const results = await Promise.all(running);
  const lost = results.filter(({ success }) => !success).length;
  await close();
  next.child.kill('SIGKILL');
  process.stdout.write(`A worker with 200 calls stopped gracefully: ${lost} lost\n`);
  return lost === 0;
}

try {
  const passed = [await killWorkers(), await killCaller(), await stopGracefully()];
  process.exitCode = passed.every(Boolean) ? 0 : 1;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
