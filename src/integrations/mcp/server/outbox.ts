/** A function that sends a notification of one request. It resolves when the transport has accepted it. */
export type Notify = (method: string, params: Readonly<Record<string, unknown>>) => Promise<void>;

/**
 * The pending notifications of one call, whose client may read them slowly or not at all. The sender must respect the
 * capacity: a full outbox still accepts notifications.
 */
export class Outbox {
  readonly #notify: Notify;
  readonly #capacity: number;
  #waiting = 0;
  #sent: Promise<unknown> = Promise.resolve();
  #notFull: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  /** @param capacity - The number of pending notifications at which the outbox is full. */
  constructor(notify: Notify, capacity: number) {
    this.#notify = notify;
    this.#capacity = capacity;
  }

  /** Whether the capacity is reached. */
  get isFull(): boolean {
    return this.#waiting >= this.#capacity;
  }

  /** Returns a promise that resolves when the outbox is no longer full; undefined if it is not full. */
  whenNotFull(): Promise<void> | undefined {
    if (!this.isFull) return undefined;
    this.#notFull ??= createDeferred();
    return this.#notFull.promise;
  }

  send(method: string, params: Readonly<Record<string, unknown>>): void {
    this.#waiting++;
    // The call of a disconnected client is cancelled: an error of its notifications can be ignored.
    const sending = this.#notify(method, params).then(this.#onSent, this.#onSent);
    this.#sent = this.#sent.then(() => sending);
  }

  /** Resolves when all notifications have been sent. */
  async flushed(): Promise<void> {
    await this.#sent;
  }

  readonly #onSent = (): void => {
    this.#waiting--;
    if (this.isFull) return;
    this.#notFull?.resolve();
    this.#notFull = undefined;
  };
}

function createDeferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let settle = (): void => {};
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: () => settle() };
}
