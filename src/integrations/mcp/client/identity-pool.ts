import { scheduleAfter } from '../../../base/async/schedule.js';
import { InterruptedError, RateLimitError } from '../../../base/errors/errors.js';
import { Secret } from '../../../call/state/secret.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { McpAuthScheme } from './auth/auth-scheme.js';
import type { HeaderValues } from './http/outgoing-headers.js';
import type { RemoteCall } from './http/remote-call.js';
import type { Identity } from './identity.js';
import type { LinkRequest } from './link/remote-link.js';

/** What makes an identity differ from another one. */
export interface IdentityParts {
  readonly headers: HeaderValues;
  /** The scheme that a function has returned. @default that of the source */
  readonly scheme: McpAuthScheme | undefined;
}

/** The settings of an IdentityPool. */
export interface IdentityPoolSettings {
  /** The name of the source. */
  readonly name: string;
  readonly maxIdentities: number;
  /** The time after which an identity without a call is closed, in milliseconds. */
  readonly idleMs: number;
  readonly createIdentity: (parts: IdentityParts) => Identity;
}

interface PoolEntry {
  readonly key: string;
  readonly identity: Identity;
  /** Stops the time after which an idle session is closed. */
  stopIdling: (() => void) | undefined;
}

/**
 * The identities for which calls go out, by their headers and their scheme. Each has its own connection and session, so that no session
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
   * Sends the request of a call as the identity that has these parts.
   *
   * @throws RateLimitError if every identity is in use and no other one is allowed.
   */
  async request(parts: IdentityParts, request: LinkRequest, call: RemoteCall): Promise<unknown> {
    const entry = this.#acquire(parts, call);
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

  #acquire(parts: IdentityParts, { toolName }: RemoteCall): PoolEntry {
    const { name, maxIdentities, createIdentity } = this.#settings;
    if (this.#isClosed) throw new InterruptedError(`The MCP source '${name}' is closed.`, { toolName });
    const key = keyOf(parts);
    const known = this.#entries.get(key);
    if (known === undefined && this.#entries.size >= maxIdentities && !this.#closeLongestIdle()) {
      throw new RateLimitError(`'${name}' has running calls of ${maxIdentities} identities (maxIdentities).`, {
        toolName,
      });
    }
    const entry = known ?? { key, identity: createIdentity(parts), stopIdling: undefined };
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

/** Returns the same text for the same parts, and another text for any others. */
function keyOf({ headers, scheme }: IdentityParts): string {
  return JSON.stringify([sorted(headers), scheme === undefined ? null : sorted(scheme)]);
}

function sorted(values: object): readonly unknown[] {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(values).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return entries.map(([name, value]) => [name, comparable(value)]);
}

function comparable(value: unknown): unknown {
  if (Secret.is(value)) return value.reveal();
  return isRecord(value) ? sorted(value) : value;
}
