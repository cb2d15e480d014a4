import { scheduleAfter } from '../../../base/async/schedule.js';
import { InterruptedError, RateLimitError } from '../../../base/errors/errors.js';
import type { HeaderValues } from './http/outgoing-headers.js';
import type { RemoteCall } from './http/remote-call.js';
import type { Identity } from './identity.js';
import type { LinkRequest } from './link/remote-link.js';

/** The settings of an IdentityPool. */
export interface IdentityPoolSettings {
  /** The name of the source. */
  readonly name: string;
  readonly maxIdentities: number;
  /** The time after which an identity without a call is closed, in milliseconds. */
  readonly idleMs: number;
  readonly createIdentity: (headers: HeaderValues) => Identity;
}

interface PoolEntry {
  readonly key: string;
  readonly identity: Identity;
  /** Stops the time after which an idle session is closed. */
  stopIdling: (() => void) | undefined;
}

/**
 * The identities for which calls go out, by their headers. Each has its own connection and session, so that no session
 * carries the call of another identity. An identity without a running call is closed after a while, or when another one
 * needs its place.
 */
export class IdentityPool {
  readonly #settings: IdentityPoolSettings;
  /** In the order of their last use: the first idle entry is the one that has been idle for longest. */
  readonly #entries = new Map<string, PoolEntry>();
  readonly #closing = new Set<Promise<void>>();
  #isClosed = false;

  constructor(settings: IdentityPoolSettings) {
    this.#settings = settings;
  }

  /**
   * Sends the request of a call as the identity that has these headers.
   *
   * @throws RateLimitError if every identity is in use and no other one is allowed.
   */
  async request(headers: HeaderValues, request: LinkRequest, call: RemoteCall): Promise<unknown> {
    const entry = this.#acquire(headers, call);
    try {
      return await entry.identity.request(request, call);
    } finally {
      this.#release(entry);
    }
  }

  /** Closes all identities. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const entry of this.#entries.values()) this.#close(entry);
    await Promise.all(this.#closing);
  }

  #acquire(headers: HeaderValues, { toolName }: RemoteCall): PoolEntry {
    const { name, maxIdentities, createIdentity } = this.#settings;
    if (this.#isClosed) throw new InterruptedError(`The MCP source '${name}' is closed.`, { toolName });
    const key = keyOf(headers);
    const known = this.#entries.get(key);
    if (known === undefined && this.#entries.size >= maxIdentities && !this.#closeLongestIdle()) {
      throw new RateLimitError(`'${name}' has running calls of ${maxIdentities} identities (maxIdentities).`, {
        toolName,
      });
    }
    const entry = known ?? { key, identity: createIdentity(headers), stopIdling: undefined };
    entry.stopIdling?.();
    this.#moveToEnd(entry);
    return entry;
  }

  #release(entry: PoolEntry): void {
    if (!entry.identity.isIdle || this.#entries.get(entry.key) !== entry) return;
    this.#moveToEnd(entry);
    // An idle session must not prevent the process from exiting.
    entry.stopIdling = scheduleAfter(() => this.#close(entry), this.#settings.idleMs, false);
  }

  #moveToEnd(entry: PoolEntry): void {
    this.#entries.delete(entry.key);
    this.#entries.set(entry.key, entry);
  }

  #closeLongestIdle(): boolean {
    for (const entry of this.#entries.values()) {
      if (!entry.identity.isIdle) continue;
      this.#close(entry);
      return true;
    }
    return false;
  }

  #close(entry: PoolEntry): void {
    entry.stopIdling?.();
    this.#entries.delete(entry.key);
    const closing = entry.identity
      .close()
      .catch(() => {})
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

/** Returns the same text for the same headers, and another text for any others. */
function keyOf(headers: HeaderValues): string {
  return JSON.stringify(Object.entries(headers).sort(([one], [other]) => (one < other ? -1 : 1)));
}
