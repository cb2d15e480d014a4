import { randomUUID } from 'node:crypto';
import { rpcErrorCodes } from '../protocol/protocol-error.js';
import type { IncomingHttp, McpHttpConnection, OpenConnection } from './connection.js';
import { HttpRefusal } from './refusal.js';

/** Within which limits there are sessions. */
export interface SessionTableOptions {
  readonly maxSessions: number;
  /** In milliseconds. */
  readonly idleTimeoutMs: number;
}

interface Session {
  readonly connection: McpHttpConnection;
  /** Whose it is. */
  readonly subject: string | undefined;
  /** How many requests it answers at this moment, open streams included. */
  active: number;
  idle: NodeJS.Timeout | undefined;
}

/** The sessions of an HTTP server: each belongs to who began it, and ends when nobody has used it for long. */
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

  /** Answers the request that begins a session. Throws a HttpRefusal where there is no room for another. */
  async begin(incoming: IncomingHttp): Promise<void> {
    if (this.#sessions.size + this.#opening >= this.#options.maxSessions) {
      throw new HttpRefusal(503, 'There are too many sessions. Try again later.', { headers: { 'retry-after': '30' } });
    }
    // Cryptographically random, and never proof of who somebody is.
    const sessionId = randomUUID();
    const { visitor, info } = incoming;
    this.#opening++;
    let isOpening = true;
    const opened = (): void => {
      if (isOpening) this.#opening--;
      isOpening = false;
    };
    try {
      const session: { current: Session | undefined } = { current: undefined };
      const connection = await this.#open({
        sessionId,
        auth: visitor?.auth,
        info,
        onOpened: () => {
          opened();
          if (session.current !== undefined) this.#sessions.set(sessionId, session.current);
        },
        onClosed: () => this.#forget(sessionId),
      });
      session.current = { connection, subject: visitor?.subject, active: 0, idle: undefined };
      await this.#handle(sessionId, session.current, incoming);
      // It was not welcomed: no session has begun.
      if (isOpening) await connection.close();
    } finally {
      opened();
    }
  }

  /** Answers a request of a session. Throws a HttpRefusal if there is no such session for whoever asks. */
  async proceed(sessionId: string, incoming: IncomingHttp): Promise<void> {
    const session = this.#sessions.get(sessionId);
    // Another's session is none: its id alone opens nothing.
    if (session === undefined || session.subject !== incoming.visitor?.subject) {
      throw new HttpRefusal(404, 'Session not found.', { code: rpcErrorCodes.sessionNotFound });
    }
    await this.#handle(sessionId, session, incoming);
  }

  async #handle(sessionId: string, session: Session, incoming: IncomingHttp): Promise<void> {
    clearTimeout(session.idle);
    session.active++;
    incoming.response.once('close', () => {
      session.active--;
      if (session.active === 0 && this.#sessions.get(sessionId) === session) this.#rest(session);
    });
    await session.connection.handle(incoming);
  }

  #rest(session: Session): void {
    // Whatever fails while it closes, nobody uses it any more.
    const close = (): void => void session.connection.close().catch(() => undefined);
    session.idle = setTimeout(close, this.#options.idleTimeoutMs);
    session.idle.unref();
  }

  #forget(sessionId: string): void {
    clearTimeout(this.#sessions.get(sessionId)?.idle);
    this.#sessions.delete(sessionId);
  }
}
