import { openSync, readSync } from 'node:fs';

/** The longest CPU time between two turns of the event loop, in milliseconds, and what ran at that time. */
export class BlockMeter {
  longestMs = 0;
  longestStep = '';
  step = 'the import';
  #last = readCpuMs();
  #isRunning = true;

  constructor() {
    this.#tick();
  }

  /** Measures the time since the last turn, and begins a new one. */
  mark() {
    const ms = readCpuMs() - this.#last;
    if (ms > this.longestMs) {
      this.longestMs = ms;
      this.longestStep = this.step;
    }
    this.#last = readCpuMs();
  }

  stop() {
    this.mark();
    this.#isRunning = false;
  }

  #tick() {
    if (!this.#isRunning) return;
    this.mark();
    setImmediate(() => this.#tick());
  }
}

const text = Buffer.alloc(128);
const file = process.platform === 'linux' ? openSync(`/proc/self/task/${process.pid}/schedstat`) : undefined;

/**
 * Returns the CPU time of the thread that runs the event loop, in milliseconds. V8 compiles and collects garbage in other
 * threads too, which do not block. Elsewhere than on Linux, their time is included.
 */
function readCpuMs() {
  if (file === undefined) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
  const length = readSync(file, text, 0, text.length, 0);
  // The first field is the time that the thread ran, in nanoseconds (proc(5)).
  return Number.parseInt(text.toString('latin1', 0, length), 10) / 1e6;
}
