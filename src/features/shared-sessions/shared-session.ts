import { once } from '../../base/async/once.js';
import { emitWarning } from '../../base/errors/emit-warning.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { callback } from '../../base/options/option-rules.js';
import { equalsDeep } from '../../base/values/equals-deep.js';
import { ToolState } from '../../call/state/tool-state.js';
import type { ToolkitSession } from '../../facade/toolkit-session.js';
import type { Unsubscribe } from '../../stores/event-bus.js';
import type { SessionStore, StoredSession } from '../../stores/session-store.js';
import { applyContent, contentOf, groupsOf, mergeContents, type SharedContent } from './shared-content.js';

/** The options of `shareSession`. */
export interface SharedSessionOptions {
  /** Receives the error of a change that could not be stored. It is stored with the next change. @default a process warning */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const optionNames: OptionNames<SharedSessionOptions> = { onError: callback };

/** A session whose state and active groups are the same in every process that shares it. */
export interface SharedSession {
  readonly session: ToolkitSession;
  /**
   * Changes the state in one step: no other process can change it between what `change` reads and what it writes. If
   * another process was faster, `change` runs again on the new state. It must be synchronous and change only its argument.
   * Resolves to what it returns.
   */
  update<T>(change: (state: ToolState) => T): Promise<T>;
  /** Waits until all changes so far are stored. Rejects with the error of the store if they cannot be stored. */
  flush(): Promise<void>;
  /** Waits until this process has what the store has, without waiting for the store to announce it. */
  refresh(): Promise<void>;
  /** Stores the last changes, and ends sharing. The session remains usable in this process. */
  close(): Promise<void>;
}

/**
 * Shares a session with all processes that share a session of the same ID in the same store: the state without secrets,
 * the active groups and the tools that its model has loaded. A change of one process reaches the others, where `changes$`
 * of the session and of its state fire. If two processes change different values at the same time, both changes are kept;
 * of two changes of one value, the later one wins.
 *
 * @example
 * ```ts
 * const shared = await shareSession(toolkit.session({ id: 'conversation-7' }), stores.sessions);
 * await shared.session.execute('add_to_cart', { item: 'tea' });
 * await shared.flush();
 * ```
 */
export async function shareSession(
  session: ToolkitSession,
  store: SessionStore,
  options: SharedSessionOptions = {},
): Promise<SharedSession> {
  checkOptionNames(options, optionNames, 'shareSession');
  const sync = new SessionSync(session, store, options.onError ?? warn);
  await sync.open();
  return Object.freeze<SharedSession>({
    session,
    update: (change) => sync.update(change),
    flush: () => sync.flush(),
    refresh: () => sync.refresh(),
    close: once(() => sync.close()),
  });
}

const nothing: SharedContent = Object.freeze({ activeGroups: [], loadedTools: [], state: {} });

function warn(error: unknown): void {
  emitWarning(`A shared session could not be stored: ${String(error)}`);
}

/** Keeps a session and its stored form the same. */
class SessionSync {
  readonly #session: ToolkitSession;
  readonly #store: SessionStore;
  readonly #onError: (error: unknown) => void;
  /** What was stored when the session and the store were last the same. */
  #origin = nothing;
  #revision: number | undefined;
  /** The writes, one after another. */
  #writing: Promise<unknown> = Promise.resolve();
  #isScheduled = false;
  #isOpen = false;
  #stop: Unsubscribe = async () => {};

  constructor(session: ToolkitSession, store: SessionStore, onError: (error: unknown) => void) {
    this.#session = session;
    this.#store = store;
    this.#onError = onError;
  }

  async open(): Promise<void> {
    const stored = await this.#store.load(this.#session.id);
    if (stored !== undefined) this.#adopt(stored);
    const subscriptions = [
      this.#session.state.changes$.subscribe(() => this.#schedule()),
      groupsOf(this.#session).changes$.subscribe(() => this.#schedule()),
    ];
    this.#isOpen = true;
    const unwatch = await this.#store.watch(this.#session.id, (latest) => this.#adopt(latest));
    this.#stop = async () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
      await unwatch();
    };
    await this.flush();
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      this.#isOpen = false;
      await this.#stop();
    }
  }

  flush(): Promise<void> {
    return this.#enqueue(() => this.#save());
  }

  refresh(): Promise<void> {
    return this.#enqueue(async () => {
      await this.#reload();
      await this.#save();
    });
  }

  update<T>(change: (state: ToolState) => T): Promise<T> {
    return this.#enqueue(async () => {
      for (;;) {
        await this.#save();
        const draft = new ToolState(this.#origin.state).fork();
        const returned = change(draft);
        const content = { ...this.#origin, state: draft.toPlain() };
        if (equalsDeep(content, this.#origin)) return returned;
        const revision = await this.#store.save(this.#session.id, content, this.#revision);
        if (revision !== undefined) {
          this.#adopt({ snapshot: content, revision });
          return returned;
        }
        await this.#reload();
      }
    });
  }

  /** Saves the changes of this turn together. */
  #schedule(): void {
    if (this.#isScheduled || !this.#isOpen) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.flush().catch(this.#onError);
    });
  }

  #enqueue<T>(write: () => Promise<T>): Promise<T> {
    const written = this.#writing.then(write, write);
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async #save(): Promise<void> {
    for (;;) {
      const local = contentOf(this.#session);
      if (this.#revision !== undefined && equalsDeep(local, this.#origin)) return;
      const revision = await this.#store.save(this.#session.id, local, this.#revision);
      if (revision === undefined) await this.#reload();
      // Another process may have stored a later revision, which was adopted meanwhile.
      else if (revision > (this.#revision ?? 0)) [this.#origin, this.#revision] = [local, revision];
    }
  }

  async #reload(): Promise<void> {
    const stored = await this.#store.load(this.#session.id);
    if (stored !== undefined) this.#adopt(stored);
    // It was removed, or has expired.
    else this.#revision = undefined;
  }

  /** Takes over what another process has stored, with the changes of this process on top of it. */
  #adopt({ snapshot, revision }: StoredSession): void {
    if (this.#revision !== undefined && revision <= this.#revision) return;
    const remote = { ...nothing, ...(snapshot as Partial<SharedContent>) };
    const merged = mergeContents({ origin: this.#origin, local: contentOf(this.#session), remote });
    [this.#origin, this.#revision] = [remote, revision];
    applyContent(this.#session, merged);
  }
}
