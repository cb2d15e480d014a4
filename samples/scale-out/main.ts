/**
 * An agent calls the tools of three workers over NATS. One of the workers is killed while calls run, and no call is lost:
 * `npm run sample scale-out`. It requires the program `nats-server`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAgent } from './agent.js';
import { startNatsServer } from './nats-server.js';
import { Payments } from './payments.js';
import { WorkerProcess } from './worker-process.js';
import { WorkerTable } from './worker-table.js';

// The worker is killed after so many results, while it runs calls.
const killAfter = 60;

async function main(signal: AbortSignal): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'toolwright-scale-out-'));
  try {
    await using server = await startNatsServer(folder);
    await runWorkers(server.url, join(folder, 'payments'), signal);
  } finally {
    await rm(folder, { recursive: true, maxRetries: 3 });
  }
}

async function runWorkers(server: string, paymentsFile: string, signal: AbortSignal): Promise<void> {
  const counts = { calls: 0, answered: 0, failed: 0 };
  const options = { server, paymentsFile, onReport: killOnce };
  await using gpu = new WorkerProcess({ ...options, name: 'gpu-1', queue: 'gpu' });
  await using victim = new WorkerProcess({ ...options, name: 'office-1', queue: 'office' });
  await using other = new WorkerProcess({ ...options, name: 'office-2', queue: 'office' });
  const workers = [gpu, victim, other];
  await Promise.all(workers.map((worker) => worker.ready()));

  using table = new WorkerTable(workers);
  function killOnce(): void {
    if (victim.isKilled || counts.answered < killAfter || victim.running.size === 0) return;
    victim.kill();
    table.note(`Killed ${victim.name}, which ran ${victim.running.size} calls.`);
  }
  await runAgent({
    server,
    signal,
    onTurn: (turn, calls) => {
      counts.calls += calls;
      table.note(`Turn ${turn + 1}: the model makes ${calls} calls.`);
    },
    onResult: ({ success }) => {
      counts[success ? 'answered' : 'failed']++;
    },
  });
  table.note('All turns have ended.');

  const { keys } = new Payments(paymentsFile);
  const begun = workers.flatMap((worker) => [...worker.calls]);
  console.log(`\ncalls: ${counts.calls}, answered: ${counts.answered}, failed: ${counts.failed}`);
  console.log(`delivered again after they had begun: ${begun.length - new Set(begun).size}`);
  console.log(`payments: ${keys.length}, of one call twice: ${keys.length - new Set(keys).size}`);
}

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
try {
  await main(stopping.signal);
} catch (error) {
  if (!stopping.signal.aborted) console.error((error as Error).message);
  process.exitCode = stopping.signal.aborted ? 130 : 1;
}
