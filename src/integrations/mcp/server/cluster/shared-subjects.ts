import { hashText } from '../../../../base/runtime/sha256.js';
import { type SharedSession, shareSession, type ToolkitSession } from '../../../../index.js';
import type { SessionStore } from '../../../../stores/index.js';

/** The sessions of subjects that the nodes of a server share. */
export class SharedSubjects {
  readonly #store: SessionStore;
  readonly #onError: (error: unknown) => void;
  readonly #shared = new Map<ToolkitSession, Promise<SharedSession>>();

  constructor(store: SessionStore, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  /** Returns the ID of a subject's session, which does not contain the subject. */
  static idOf(subject: string): string {
    return `mcp-subject-${hashText(subject, 'hex')}`;
  }

  /** Brings a session up to date with the other nodes. */
  async refresh(session: ToolkitSession): Promise<void> {
    const known = this.#shared.get(session);
    if (known === undefined) {
      const opened = shareSession(session, this.#store, { onError: this.#onError });
      this.#shared.set(session, opened);
      opened.catch(() => this.#shared.delete(session));
      await opened;
    } else {
      await (await known).refresh();
    }
  }

  /** Waits until the changes of a session are stored, so that the next request finds them on any node. */
  async flush(session: ToolkitSession): Promise<void> {
    await (await this.#shared.get(session))?.flush();
  }

  /** Ends sharing a session that this node no longer needs. */
  discard(session: ToolkitSession): void {
    const shared = this.#shared.get(session);
    this.#shared.delete(session);
    shared?.then((opened) => opened.close()).catch(this.#onError);
  }

  async close(): Promise<void> {
    const all = [...this.#shared.values()];
    this.#shared.clear();
    await Promise.all(all.map(async (shared) => (await shared).close().catch(this.#onError)));
  }
}
