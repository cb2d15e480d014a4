// Runs hostile servers against imports, exports and calls:
// node test/fuzz/run.mjs [cases] [first seed] [longest CPU time without yielding, in milliseconds].
import { fork } from 'node:child_process';
import { hostileCase } from './hostile-server.mjs';

const [cases = 20_000, firstSeed = 1, longestBlockMs = 50] = process.argv.slice(2).map(Number);
const workerFile = new URL('worker.mjs', import.meta.url);

// The time after which the watchdog ends a case, in milliseconds.
const watchdogMs = 10_000;

/** A worker process that runs one case at a time. */
class Worker {
  #child;

  async run(seed) {
    this.#child ??= await start();
    const child = this.#child;
    const outcome = await new Promise((resolve) => {
      const timer = setTimeout(
        () => settle({ seed, problems: [`blocked for more than ${watchdogMs} ms`] }),
        watchdogMs,
      );
      const onMessage = (message) =>
        settle(message.crash === undefined ? message : { seed, problems: [message.crash] });
      const onExit = (code, signal) => settle({ seed, problems: [`the process ended: ${code ?? signal}`] });
      const settle = (settled) => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit);
        resolve(settled);
      };
      child.on('message', onMessage).on('exit', onExit);
      child.send({ seed, texts: hostileCase(seed) }, () => {});
    });
    if (outcome.longestMs === undefined) this.stop();
    return outcome;
  }

  stop() {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}

async function start() {
  const child = fork(workerFile, {
    // The collector's threads would count as CPU time of the case.
    execArgv: ['--max-old-space-size=512', '--single-threaded-gc'],
  });
  await new Promise((resolve) => child.once('message', resolve));
  return child;
}

/** Runs a case again, and returns its problem only if it blocks each time. */
async function confirmBlock(worker, outcome) {
  let { longestMs, where } = outcome;
  for (let run = 0; run < 3; run++) {
    const again = await worker.run(outcome.seed);
    if (again.longestMs === undefined) return again.problems;
    if (again.longestMs < longestMs) ({ longestMs, where } = again);
  }
  return longestMs <= longestBlockMs ? [] : [`blocked for ${longestMs.toFixed(0)} ms of CPU time (${where})`];
}

const failures = [];
const suspects = [];
const worker = new Worker();
for (let seed = firstSeed; seed < firstSeed + cases; seed++) {
  const outcome = await worker.run(seed);
  if (outcome.problems.length > 0) failures.push(outcome);
  else if (outcome.longestMs > longestBlockMs) suspects.push(outcome);
  if ((seed - firstSeed + 1) % 1_000 === 0)
    process.stdout.write(`${seed - firstSeed + 1} cases, ${failures.length} failures\n`);
}
// The first cases of a process also compile the code.
for (let seed = 1; seed <= Math.min(suspects.length, 1) * 60; seed++) await worker.run(4_000_000_000 + seed);
for (const suspect of suspects) {
  const problems = await confirmBlock(worker, suspect);
  if (problems.length > 0) failures.push({ ...suspect, problems });
}
worker.stop();
for (const { seed, problems } of failures) process.stdout.write(`seed ${seed}: ${problems.join('; ').slice(0, 600)}\n`);
process.stdout.write(`${cases} cases, ${suspects.length} run again, ${failures.length} failures\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
