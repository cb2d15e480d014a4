import type { AnnouncedTool } from './announced-tool.js';
import type { Health } from './messages.js';

// A worker is gone after it has missed this many reports of its health.
const missedReports = 3;

interface KnownWorker {
  readonly health: Health;
  readonly seenAt: number;
}

/** A tool that workers of a queue group serve. */
export interface ServedTool extends AnnouncedTool {
  readonly queue: string;
}

/** The workers that a caller knows, and the tools that they serve. */
export class WorkerTable {
  readonly #workers = new Map<string, KnownWorker>();
  /** The tools of workers, by the digests of their lists. */
  readonly #lists = new Map<string, readonly AnnouncedTool[]>();

  /** Records the health of a worker. Returns whether its tools must be read. */
  see(health: Health): boolean {
    if (health.state === 'stopping') this.#workers.delete(health.worker);
    else this.#workers.set(health.worker, { health, seenAt: performance.now() });
    return health.state !== 'stopping' && !this.#lists.has(health.digest);
  }

  /** Records the tools of a list. */
  setTools(digest: string, tools: readonly AnnouncedTool[]): void {
    this.#lists.set(digest, tools);
  }

  /** Removes a worker. */
  remove(worker: string): void {
    this.#workers.delete(worker);
  }

  /** Removes the workers that no longer report their health, and the tools that no worker serves. */
  sweep(): void {
    const now = performance.now();
    for (const [id, { health, seenAt }] of this.#workers) {
      if (now - seenAt > health.healthMs * missedReports) this.#workers.delete(id);
    }
    const digests = new Set([...this.#workers.values()].map(({ health }) => health.digest));
    for (const digest of this.#lists.keys()) if (!digests.has(digest)) this.#lists.delete(digest);
  }

  /** Gives all workers the full time again, such as after an outage of the server. */
  reset(): void {
    for (const [id, { health }] of this.#workers) this.#workers.set(id, { health, seenAt: performance.now() });
  }

  /** The health of the workers. */
  get health(): readonly Health[] {
    return [...this.#workers.values()].map(({ health }) => health);
  }

  /**
   * Returns the tools: for each name and version, the definition that most workers serve. Of two with the same number of
   * workers, it is that of the worker that started last.
   *
   * @param isWanted - Whether the tools of a queue group are returned.
   */
  tools(isWanted: (queue: string) => boolean): readonly ServedTool[] {
    const served = new Map<string, { readonly tool: ServedTool; workers: number; startedAt: number }>();
    for (const { queue, digest, startedAt } of this.health) {
      if (!isWanted(queue)) continue;
      for (const tool of this.#lists.get(digest) ?? []) {
        const key = JSON.stringify([queue, tool.name, tool.fingerprint]);
        const known = served.get(key) ?? { tool: { ...tool, queue }, workers: 0, startedAt };
        known.workers++;
        known.startedAt = Math.max(known.startedAt, startedAt);
        served.set(key, known);
      }
    }
    const ranked = [...served.values()].sort((one, other) => {
      return other.workers - one.workers || other.startedAt - one.startedAt;
    });
    const chosen = new Map<string, ServedTool>();
    for (const { tool } of ranked) {
      const key = JSON.stringify([tool.name, tool.version ?? null]);
      if (!chosen.has(key)) chosen.set(key, tool);
    }
    return [...chosen.values()].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  }
}
