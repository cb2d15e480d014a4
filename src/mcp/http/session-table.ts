import { randomUUID } from 'node:crypto';
import { rpcErrorCodes } from '../protocol/protocol-error.js';
import type { IncomingHttp, McpHttpConnection, OpenConnection } from './connection.js';
import { HttpRefusal } from './refusal.js';

/** The limits of sessions. */
export interface SessionTableOptions {
  readonly maxSessions: number;
  /** How long a session may be idle, in milliseconds. */
  readonly idleTimeoutMs: number;
}

interface Session {
  readonly connection: McpHttpConnection;
  /** The subject that the session belongs to. */
  readonly subject: string | undefined;
  /** The number of pending requests, including open streams. */
  active: number;
  idle: NodeJS.Timeout | undefined;
}

/** The sessions of an HTTP server. A session belongs to the subject that began it and ends when it is idle too long. */
export class SessionTable {
  readonly #sessions = new Map<string, Session>();
  readonly #open: OpenConnection;
  readonly #options: SessionTableOptions;
  #opening = 0;

  constructor(open: OpenConnection, options: SessionTableOptions) {
    this.#open = open;
    this.#options = options;
  }

  get connections(): readonly McpHttpConnection[] {
    return [...this.#sessions.values()].map(({ connection }) => connection);
  }

  /** Handles the request that begins a session. Throws an HttpRefusal if there are too many sessions. */
  async begin(incoming: IncomingHttp): Promise<void> {
    if (this.#sessions.size + this.#opening >= this.#options.maxSessions) {
      throw new HttpRefusal(503, 'There are too many sessions. Try again later.', { headers: { 'retry-after': '30' } });
    }
    // The ID is cryptographically random, but it does not authenticate a client.
    const sessionId = randomUUID();
    const { principal, info } = incoming;
    this.#opening++;
    let isOpening = true;
    const markOpened = (): void => {
      if (isOpening) this.#opening--;
      isOpening = false;
    };
    try {
      const session: { current: Session | undefined } = { current: undefined };
      const connection = await this.#open({
        sessionId,
        subject: principal?.subject,
        auth: principal?.auth,
        info,
        onOpened: () => {
          markOpened();
          if (session.current !== undefined) this.#sessions.set(sessionId, session.current);
        },
        onClosed: () => this.#forget(sessionId),
      });
      session.current = { connection, subject: principal?.subject, active: 0, idle: undefined };
      await this.#handle(sessionId, session.current, incoming);
      // The SDK rejected the request: no session has begun.
      if (isOpening) await connection.close();
    } finally {
      markOpened();
    }
  }

  /**
   * Handles a request of a session. Throws an HttpRefusal if the session does not exist or belongs to another subject.
   */
  async proceed(sessionId: string, incoming: IncomingHttp): Promise<void> {
    const session = this.#sessions.get(sessionId);
    // The session of another subject is reported as not found: its ID grants no access.
    if (session === undefined || session.subject !== incoming.principal?.subject) {
      throw new HttpRefusal(404, 'Session not found.', { code: rpcErrorCodes.sessionNotFound });
    }
    await this.#handle(sessionId, session, incoming);
  }

  async #handle(sessionId: string, session: Session, incoming: IncomingHttp): Promise<void> {
    clearTimeout(session.idle);
    session.active++;
    incoming.response.once('close', () => {
      session.active--;
      if (session.active === 0 && this.#sessions.get(sessionId) === session) this.#startIdleTimer(session);
    });
    await session.connection.handle(incoming);
  }

  #startIdleTimer(session: Session): void {
    // An error while closing is ignored: the session is no longer used.
    const close = (): void => void session.connection.close().catch(() => undefined);
    session.idle = setTimeout(close, this.#options.idleTimeoutMs);
    session.idle.unref();
  }

  #forget(sessionId: string): void {
    clearTimeout(this.#sessions.get(sessionId)?.idle);
    this.#sessions.delete(sessionId);
  }
}
