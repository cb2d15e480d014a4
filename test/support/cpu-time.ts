import { openSync, readSync } from 'node:fs';

const text = Buffer.alloc(128);
const file = process.platform === 'linux' ? openSync(`/proc/self/task/${process.pid}/schedstat`, 'r') : undefined;

/**
 * Returns the CPU time of the fastest of three runs, in milliseconds. On Linux it is that of the main thread: V8 compiles
 * and collects garbage in other threads too. Elsewhere, their time is included.
 */
export async function leastCpuMs(run: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const startedMs = readCpuMs();
    await run();
    times.push(readCpuMs() - startedMs);
  }
  return Math.min(...times);
}

function readCpuMs(): number {
  if (file === undefined) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
  const length = readSync(file, text, 0, text.length, 0);
  // The first field is the time that the thread ran, in nanoseconds (proc(5)).
  return Number.parseInt(text.toString('latin1', 0, length), 10) / 1e6;
}
