import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { AnnouncedTool } from './announced-tool.js';
import type { GuardedConnection } from './guarded-connection.js';
import { decodeMessage, encodeMessage, type Health, readHealth } from './messages.js';
import { PartJoiner } from './parts.js';
import type { CallerSettings } from './source-options.js';
import type { Subjects } from './subjects.js';
import { type ServedTool, WorkerTable } from './worker-table.js';

/** The parts of a directory. */
export interface WorkerDirectoryParts {
  readonly connection: GuardedConnection;
  readonly subjects: Subjects;
  readonly settings: CallerSettings;
  /** Called when the tools that workers serve may have changed. */
  readonly onTools: () => void;
}

const listTimeoutMs = 5_000;
const longestFingerprint = 64;

/** What a caller knows about all workers: their health, and the tools that they serve. */
export class WorkerDirectory {
  readonly table = new WorkerTable();
  readonly #parts: WorkerDirectoryParts;
  readonly #reading = new Map<string, Promise<void>>();
  readonly #waiters = new Set<() => void>();
  readonly #closing: (() => void)[] = [];
  #tools = '';

  constructor(parts: WorkerDirectoryParts) {
    this.#parts = parts;
  }

  /** Starts to follow the workers. Resolves when those that run now are known. */
  async open(): Promise<void> {
    const { connection, subjects, settings } = this.#parts;
    const { guard } = connection;
    const subscription = connection.subscribe(subjects.health, ({ data }) => this.#onHealth(data));
    const sweeper = guard.every(settings.heartbeatMs, () => this.#sweep());
    sweeper.unref();
    this.#closing.push(
      () => subscription.unsubscribe(),
      () => clearInterval(sweeper),
    );
    await this.#discover();
  }

  /** Returns the tools that are called, by the queue groups in the settings. */
  tools(): readonly ServedTool[] {
    const { queues } = this.#parts.settings;
    return this.table.tools((queue) => queues?.includes(queue) !== false);
  }

  /** Calls `listener` once when a worker appears, or the server answers again. Returns a function that removes it. */
  onChange(listener: () => void): () => void {
    this.#waiters.add(listener);
    return () => void this.#waiters.delete(listener);
  }

  /** Gives all workers the full time again after an outage of the server. */
  onReconnect(): void {
    this.table.reset();
    this.#reportChange();
  }

  /** Stops following the workers. */
  close(): void {
    for (const close of this.#closing.splice(0)) close();
  }

  #onHealth(data: Uint8Array): void {
    const health = readHealth(data);
    if (health === undefined) return;
    if (this.table.see(health)) this.#parts.connection.guard.follow('reading tools', this.#readTools(health));
    else this.#reportChange();
  }

  /** Reads the tools of a worker. The workers with the same list have the same digest. */
  #readTools({ worker, digest }: Health): Promise<void> {
    const reading = this.#reading.get(digest) ?? this.#requestTools(worker, digest);
    this.#reading.set(digest, reading);
    return reading;
  }

  async #requestTools(worker: string, digest: string): Promise<void> {
    try {
      const tools = await this.#ask(worker);
      if (tools !== undefined) this.table.setTools(digest, tools);
      this.#reportChange();
    } finally {
      this.#reading.delete(digest);
    }
  }

  /** Asks a worker for its tools. Resolves to undefined if it does not answer; its next report of health asks again. */
  async #ask(worker: string): Promise<readonly AnnouncedTool[] | undefined> {
    const { connection, subjects, settings } = this.#parts;
    const joiner = new PartJoiner(settings.maxMessageBytes);
    let settle = (_: readonly AnnouncedTool[] | undefined): void => {};
    const answer = new Promise<readonly AnnouncedTool[] | undefined>((resolve) => {
      settle = resolve;
    });
    const end = connection.ask(subjects.worker(worker), encodeMessage({ kind: 'tools' }), (message) => {
      const data = joiner.add(message);
      if (data !== undefined) settle(data === 'too large' ? undefined : readTools(data));
    });
    const timer = connection.guard.after(listTimeoutMs, () => settle(undefined));
    timer.unref();
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
      end();
    }
  }

  /** Asks all workers for their health, and reads their tools. */
  async #discover(): Promise<void> {
    const { connection, subjects, settings } = this.#parts;
    const { guard } = connection;
    const found: Promise<void>[] = [];
    let settle = (): void => {};
    const answered = new Promise<void>((resolve) => {
      settle = resolve;
    });
    // Until no further worker has answered for a time.
    let timer = guard.after(settings.heartbeatMs, settle);
    try {
      const end = connection.ask(subjects.workers, encodeMessage({ kind: 'hello' }), ({ headers, data }) => {
        const isEnd = headers?.code === 503;
        clearTimeout(timer);
        timer = guard.after(isEnd ? 0 : settings.heartbeatMs / 5, settle);
        const health = isEnd ? undefined : readHealth(data);
        if (health !== undefined && this.table.see(health)) found.push(this.#readTools(health));
      });
      await answered;
      end();
    } finally {
      clearTimeout(timer);
    }
    await Promise.all(found);
  }

  #reportChange(): void {
    const tools = JSON.stringify(this.tools().map(({ queue, fingerprint, name }) => [queue, name, fingerprint]));
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    const { guard } = this.#parts.connection;
    for (const waiter of waiters) guard.run(() => 'a call that waits for a worker', waiter);
    if (tools === this.#tools) return;
    this.#tools = tools;
    this.#parts.onTools();
  }

  #sweep(): void {
    if (!this.#parts.connection.isOnline) return;
    this.table.sweep();
    this.#reportChange();
  }
}

function readTools(data: Uint8Array): readonly AnnouncedTool[] | undefined {
  const list = decodeMessage<{ readonly tools: unknown }>(data);
  return Array.isArray(list?.tools) ? list.tools.filter(isTool) : undefined;
}

function isTool(tool: unknown): tool is AnnouncedTool {
  if (!isRecord(tool) || typeof tool.name !== 'string' || typeof tool.fingerprint !== 'string') return false;
  return tool.fingerprint.length <= longestFingerprint && /^[\da-f]+$/.test(tool.fingerprint);
}
