import { parseArgs } from 'node:util';
import { fromCode, QuickJsEngine } from 'toolwright/sandbox';
import { describeMachine } from './table.js';

/** `npm run bench sandbox`: how long programs in a sandbox take, what they weigh, and what they leave behind. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { smoke: { type: 'boolean', default: false } } });
  const calls = values.smoke ? 50 : 10_000;
  console.log(describeMachine());
  await measureAtOnce(16);
  await measureCalls(Math.min(calls, 1_000));
  await measureLeftovers(calls);
  await measureFromCode();
}

/** What programs weigh that run at once, each of which waits for the others. */
async function measureAtOnce(count: number): Promise<void> {
  const engine = new QuickJsEngine();
  const before = residentMb();
  const gate = createGate();
  let waiting = 0;
  let residentWhileWaiting = 0;
  const meet = async (): Promise<number> => {
    waiting++;
    if (waiting === count) {
      residentWhileWaiting = residentMb();
      gate.resolve();
    }
    await gate.promise;
    return waiting;
  };
  const source = 'const list: number[] = new Array(1000).fill(1); (await meet()) + list.length';
  const runs = Array.from({ length: count }, () => engine.run({ source, functions: { meet } }));
  for (const { status } of await Promise.all(runs))
    if (status !== 'done') throw new TypeError(`A program is ${status}.`);
  console.log(
    `\n${count} programs at once: ${residentWhileWaiting} MB resident, ${residentMb()} MB at the end (${before} MB before)`,
  );
  await engine.close();
}

async function measureCalls(count: number): Promise<void> {
  const engine = new QuickJsEngine();
  await engine.run({ source: '1' });
  const times: number[] = [];
  for (let call = 0; call < count; call++) {
    const start = performance.now();
    await engine.run({ source: '1 + 1' });
    times.push(performance.now() - start);
  }
  times.sort((one, other) => one - other);
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
  console.log(`warm call: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`);
  await engine.close();
}

/** What many calls leave behind: memory, workers and handles. */
async function measureLeftovers(count: number): Promise<void> {
  const engine = new QuickJsEngine();
  const run = async (calls: number): Promise<void> => {
    for (let call = 0; call < calls; call++) {
      const { status } = await engine.run({ source: `await add(${call})`, functions: { add: ([n]) => Number(n) + 1 } });
      if (status !== 'done') throw new TypeError(`A program is ${status}.`);
    }
  };
  await run(Math.min(count, 500));
  const before = { heap: heapMb(), resident: residentMb() };
  await run(count);
  console.log(
    `${count} calls: heap ${before.heap} → ${heapMb()} MB, resident ${before.resident} → ${residentMb()} MB with workers`,
  );
  await engine.close();
  const left = process.getActiveResourcesInfo().filter((kind) => !/^(?:TTYWrap|PipeWrap|FSReqPromise)$/.test(kind));
  console.log(`after close(): ${residentMb()} MB resident, handles: ${left.join(', ') || 'none'}`);
}

async function measureFromCode(): Promise<void> {
  for (const which of ['first', 'second', 'third']) {
    const start = performance.now();
    await fromCode(`/** Adds. */\nexport function add_${which}(a: number, b = 1): number { return a + b }`);
    console.log(`fromCode, ${which}: ${(performance.now() - start).toFixed(0)} ms`);
  }
}

function createGate(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function residentMb(): number {
  return Math.round(process.memoryUsage().rss / 1e6);
}

function heapMb(): number {
  for (let time = 0; time < 3; time++) globalThis.gc?.();
  return Math.round(process.memoryUsage().heapUsed / 1e5) / 10;
}

void main();
