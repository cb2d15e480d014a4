/** The longest CPU time between two turns of the event loop, in milliseconds. */
export class BlockMeter {
  longestMs = 0;
  #last = process.cpuUsage();
  #isRunning = true;

  constructor() {
    this.#tick();
  }

  /** Measures the time since the last turn, and begins a new one. */
  mark() {
    const { user, system } = process.cpuUsage(this.#last);
    this.longestMs = Math.max(this.longestMs, (user + system) / 1_000);
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
