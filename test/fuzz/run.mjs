// Runs hostile input: node test/fuzz/run.mjs [target] [cases] [first seed] [longest CPU time without yielding, in ms].
// The targets are the imports, exports and calls of hostile MCP servers, the built-in registries, ShellTools, TextFileTools
// with MemoryTools, both while links are swapped (linkRace), the sandbox, malformed messages to workers and callers on
// NATS (500 in each case), requests of protocol version 2026-07-28, whose answers are compared with those of the SDK's
// server (protocol), random sessions of a toolkit with the option flow, which must decide the same with two different
// untrusted contents (flow), and random programs in code mode, which must do the same as long as they have not looked
// (programs).
// Without a target, all of them run; with a number in its place, that of the servers.
import { fork } from 'node:child_process';
import { FlowSummary } from './flow-summary.mjs';
import { hostileCase } from './hostile-server.mjs';
import { ProgramSummary } from './program-summary.mjs';
import { ProtocolSummary } from './protocol-summary.mjs';

const targets = {
  // The garbage of generating a case would be collected while the case runs.
  servers: { file: 'worker.mjs', cases: 20_000, generate: hostileCase },
  CalculatorTools: { file: 'builtin-worker.mjs', cases: 100_000 },
  DateTimeTools: { file: 'builtin-worker.mjs', cases: 100_000 },
  StringTools: { file: 'builtin-worker.mjs', cases: 100_000 },
  ArrayTools: { file: 'builtin-worker.mjs', cases: 100_000 },
  ObjectTools: { file: 'builtin-worker.mjs', cases: 100_000 },
  ShellTools: { file: 'shell-worker.mjs', cases: 100_000 },
  TextFileTools: { file: 'file-worker.mjs', cases: 100_000 },
  linkRace: { file: 'link-race-worker.mjs', cases: 10_000 },
  sandbox: { file: 'sandbox-worker.mjs', cases: 5_000 },
  messages: { file: 'message-worker.mjs', cases: 200 },
  protocol: { file: 'protocol-worker.mjs', cases: 20_000, createSummary: () => new ProtocolSummary() },
  flow: { file: 'flow-worker.mjs', cases: 100_000, createSummary: () => new FlowSummary() },
  programs: { file: 'program-worker.mjs', cases: 100_000, createSummary: () => new ProgramSummary() },
};

// The time after which the watchdog ends a case, in milliseconds.
const watchdogMs = 10_000;

/** A worker process that runs one case at a time. */
class Worker {
  #child;
  #target;

  constructor(target) {
    this.#target = target;
  }

  async run(seed) {
    this.#child ??= await start(this.#target);
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
      child.send({ seed, generated: targets[this.#target].generate?.(seed) }, () => {});
    });
    if (outcome.longestMs === undefined) this.stop();
    return outcome;
  }

  stop(signal = 'SIGKILL') {
    this.#child?.kill(signal);
    this.#child = undefined;
  }
}

async function start(target) {
  const child = fork(new URL(targets[target].file, import.meta.url), [target], {
    execArgv: ['--max-old-space-size=512'],
  });
  await new Promise((resolve) => child.once('message', resolve));
  return child;
}

/** Runs a case again, and returns its problem only if it blocks each time. */
async function confirmBlock(worker, outcome, longestBlockMs) {
  let { longestMs, where } = outcome;
  for (let run = 0; run < 3; run++) {
    const again = await worker.run(outcome.seed);
    if (again.longestMs === undefined) return again.problems;
    if (again.longestMs < longestMs) ({ longestMs, where } = again);
  }
  return longestMs <= longestBlockMs ? [] : [`blocked for ${longestMs.toFixed(0)} ms of CPU time (${where})`];
}

async function runTarget(target, [cases = targets[target].cases, firstSeed = 1, longestBlockMs = 50]) {
  let failures = 0;
  const fail = ({ seed, problems }) => {
    failures++;
    process.stdout.write(`seed ${seed}: ${problems.join('; ').slice(0, 1_800)}\n`);
  };
  const suspects = [];
  const worker = new Worker(target);
  const summary = targets[target].createSummary?.();
  for (let seed = firstSeed; seed < firstSeed + cases; seed++) {
    const outcome = await worker.run(seed);
    summary?.add(outcome);
    if (outcome.problems.length > 0) fail(outcome);
    else if (outcome.longestMs > longestBlockMs) suspects.push(outcome);
    if ((seed - firstSeed + 1) % 1_000 === 0)
      process.stdout.write(`${seed - firstSeed + 1} cases, ${failures} failures\n`);
  }
  // The first cases of a process also compile the code.
  for (let seed = 1; seed <= Math.min(suspects.length, 1) * 60; seed++) await worker.run(4_000_000_000 + seed);
  for (const suspect of suspects) {
    const problems = await confirmBlock(worker, suspect, longestBlockMs);
    if (problems.length > 0) fail({ ...suspect, problems });
  }
  if (summary !== undefined) {
    process.stdout.write(summary.text);
    for (const problem of summary.problems) fail({ seed: 'any', problems: [problem] });
  }
  // A worker may remove its files.
  worker.stop('SIGTERM');
  process.stdout.write(`${cases} cases, ${suspects.length} run again, ${failures} failures\n`);
  if (failures > 0) process.exitCode = 1;
}

const [first, ...others] = process.argv.slice(2);
const isNamed = first !== undefined && Object.hasOwn(targets, first);
const numbers = (isNamed ? others : process.argv.slice(2)).map(Number);
const chosen = isNamed ? [first] : first === undefined ? Object.keys(targets) : ['servers'];
for (const target of chosen) {
  if (chosen.length > 1) process.stdout.write(`${target}:\n`);
  await runTarget(target, numbers);
}
