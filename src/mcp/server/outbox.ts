/** Sends a notification that belongs to one request. Resolves when the way to the client has taken it. */
export type Notify = (method: string, params: Readonly<Record<string, unknown>>) => Promise<void>;

/**
 * The notifications of one call, on their way to a client that may be slow to read them, or not read at all. How many may
 * wait is for the sender to heed: a box that is full still takes one more.
 */
export class Outbox {
  readonly #notify: Notify;
  readonly #capacity: number;
  #waiting = 0;
  #sent: Promise<unknown> = Promise.resolve();
  #room: { readonly promise: Promise<void>; readonly open: () => void } | undefined;

  /** @param capacity - How many notifications may wait before it is full. */
  constructor(notify: Notify, capacity: number) {
    this.#notify = notify;
    this.#capacity = capacity;
  }

  /** Whether as many wait as may. */
  get isFull(): boolean {
    return this.#waiting >= this.#capacity;
  }

  /** Resolves when it is not full any more; undefined where it is not. */
  room(): Promise<void> | undefined {
    if (!this.isFull) return undefined;
    this.#room ??= openable();
    return this.#room.promise;
  }

  send(method: string, params: Readonly<Record<string, unknown>>): void {
    this.#waiting++;
    // A client that is gone has its call cancelled; nobody need hear of a notification that it missed.
    const sending = this.#notify(method, params).then(this.#taken, this.#taken);
    this.#sent = this.#sent.then(() => sending);
  }

  /** Resolves when all that was sent is on its way. */
  async flushed(): Promise<void> {
    await this.#sent;
  }

  readonly #taken = (): void => {
    this.#waiting--;
    if (this.isFull) return;
    this.#room?.open();
    this.#room = undefined;
  };
}

function openable(): { readonly promise: Promise<void>; readonly open: () => void } {
  let open = (): void => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open: () => open() };
}
