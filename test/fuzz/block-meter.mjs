/** The longest CPU time between two turns of the event loop, in milliseconds, and what ran at that time. */
export class BlockMeter {
  longestMs = 0;
  longestStep = '';
  step = 'the import';
  #last = process.cpuUsage();
  #isRunning = true;

  constructor() {
    this.#tick();
  }

  /** Measures the time since the last turn, and begins a new one. */
  mark() {
    const { user, system } = process.cpuUsage(this.#last);
    const ms = (user + system) / 1_000;
    if (ms > this.longestMs) {
      this.longestMs = ms;
      this.longestStep = this.step;
    }
    this.#last = process.cpuUsage();
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
