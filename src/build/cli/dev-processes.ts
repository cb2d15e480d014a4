import type { DevEvent, DevMethod, DevPeer, ParamsOf, ResultOf } from '../../integrations/dev/protocol.js';
import type { DevPlace } from './dev-place.js';
import { DevProcess } from './dev-process.js';
import { type DevSnapshots, restoreSnapshots, takeSnapshots } from './dev-snapshots.js';

// A process that ends again and again is not started again until a file changes.
const maxRestarts = 5;
const restartWindowMs = 30_000;

/** A process that is being started, and then runs. */
interface Start {
  readonly promise: Promise<DevProcess>;
  readonly resolve: (tools: DevProcess) => void;
  readonly reject: (error: Error) => void;
}

/** Runs tools in one process after another, which appear as one peer: requests wait while a process is being started. */
export class DevProcesses implements DevPeer {
  readonly #place: DevPlace;
  #listeners: readonly ((event: DevEvent) => void)[] = [];
  #current: DevProcess | undefined;
  #start: Start = createStart();
  #isStarting = true;
  #replacing: Promise<void> = Promise.resolve();
  #waitingRestarts = 0;
  #snapshots: DevSnapshots = new Map();
  #restarts: readonly number[] = [];
  #isClosed = false;

  constructor(place: DevPlace) {
    this.#place = place;
  }

  async request<Method extends DevMethod>(method: Method, params: ParamsOf<Method>): Promise<ResultOf<Method>> {
    return (await this.#start.promise).request(method, params);
  }

  onEvent(listener: (event: DevEvent) => void): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((one) => one !== listener);
    };
  }

  /** Starts a process: the first one, or one that takes over the groups, the state and the sessions of the present one. */
  restart(): void {
    this.#expectStart();
    this.#waitingRestarts += 1;
    this.#replacing = this.#replacing.then(async () => {
      this.#waitingRestarts -= 1;
      // A file has changed again.
      if (this.#waitingRestarts === 0) await this.#replace();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#replacing;
    await this.#current?.close();
    this.#listeners = [];
  }

  async #replace(): Promise<void> {
    const before = this.#current;
    if (before?.isReady === true) await this.#save(before);
    // Its end is no event any more.
    this.#current = undefined;
    await before?.close();
    if (!this.#isClosed) this.#launch();
  }

  #launch(): void {
    this.#expectStart();
    this.#emit({ type: 'starting' });
    const tools = new DevProcess(this.#place, (event) => this.#receive(event, tools));
    this.#current = tools;
    void this.#follow(tools);
    void tools.ended.then((reason) => this.#onEnd(tools, reason));
  }

  #receive(event: DevEvent, tools: DevProcess): void {
    this.#emit(event);
    // A tool may end the process at any time.
    if (event.type === 'changed' && this.#current === tools && !this.#isStarting) void this.#save(tools);
  }

  async #save(tools: DevProcess): Promise<void> {
    this.#snapshots = (await takeSnapshots(tools)) ?? this.#snapshots;
  }

  async #follow(tools: DevProcess): Promise<void> {
    // The reason of a failure is that of the end.
    const title = await tools.ready.catch(() => undefined);
    if (title === undefined) return;
    await restoreSnapshots(tools, this.#snapshots);
    if (this.#current !== tools) return;
    this.#isStarting = false;
    this.#start.resolve(tools);
    this.#emit({ type: 'ready', title });
  }

  #onEnd(tools: DevProcess, reason: string): void {
    if (this.#isClosed || this.#current !== tools) return;
    this.#current = undefined;
    this.#emit({ type: 'stopped', reason });
    const now = Date.now();
    this.#restarts = [...this.#restarts.filter((at) => now - at < restartWindowMs), now];
    // What cannot be loaded is not tried again until a file changes.
    if (tools.isReady && this.#restarts.length <= maxRestarts) this.#launch();
    else this.#refuse(reason);
  }

  /** Lets requests wait for the next process. */
  #expectStart(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    this.#start = createStart();
  }

  #refuse(reason: string): void {
    this.#expectStart();
    this.#isStarting = false;
    this.#start.reject(new Error(reason));
  }

  #emit(event: DevEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function createStart(): Start {
  let resolve: Start['resolve'] = () => {};
  let reject: Start['reject'] = () => {};
  const promise = new Promise<DevProcess>((resolveIt, rejectIt) => {
    resolve = resolveIt;
    reject = rejectIt;
  });
  // Perhaps no request waits for it.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
