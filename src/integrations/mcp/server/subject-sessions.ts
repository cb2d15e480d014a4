import type { ToolkitSession } from '../../../index.js';

/** The limits of the sessions of subjects. */
export interface SubjectSessionLimits {
  readonly maxSessions: number;
  /** How long a session is retained without a request, in milliseconds. */
  readonly idleTimeoutMs: number;
}

/**
 * The sessions that hold the active groups of subjects between stateless requests. If there are too many, the one that
 * has been idle longest is discarded, and its subject starts again with the groups of the toolkit.
 */
export class SubjectSessions {
  readonly #create: (subject: string) => ToolkitSession;
  readonly #limits: SubjectSessionLimits;
  readonly #onDiscarded: (session: ToolkitSession) => void;
  /** The sessions by subject, and the times of their last requests. The longest idle one is the first. */
  readonly #sessions = new Map<string, { readonly session: ToolkitSession; readonly usedAt: number }>();

  constructor(
    create: (subject: string) => ToolkitSession,
    limits: SubjectSessionLimits,
    onDiscarded: (session: ToolkitSession) => void = () => {},
  ) {
    this.#create = create;
    this.#limits = limits;
    this.#onDiscarded = onDiscarded;
  }

  /** Returns the session of a subject for a request. */
  of(subject: string): ToolkitSession {
    const usedAt = performance.now();
    this.#discardIdle(usedAt);
    const session = this.#sessions.get(subject)?.session ?? this.#create(subject);
    this.#sessions.delete(subject);
    this.#sessions.set(subject, { session, usedAt });
    for (const longestIdle of this.#sessions.keys()) {
      if (this.#sessions.size <= this.#limits.maxSessions) break;
      this.#discard(longestIdle);
    }
    return session;
  }

  #discardIdle(now: number): void {
    for (const [subject, { usedAt }] of this.#sessions) {
      if (now - usedAt < this.#limits.idleTimeoutMs) break;
      this.#discard(subject);
    }
  }

  #discard(subject: string): void {
    const session = this.#sessions.get(subject)?.session;
    this.#sessions.delete(subject);
    if (session !== undefined) this.#onDiscarded(session);
  }
}
