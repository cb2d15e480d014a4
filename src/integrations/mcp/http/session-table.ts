import { scheduleAfter } from '../../../base/async/schedule.js';
import { rpcErrorCodes } from '../protocol/protocol-error.js';
import { type EndpointResponse, onResponseEnd } from './endpoint-response.js';
import { HttpRefusal } from './refusal.js';
import type { AdmittedRequest } from './request-guard.js';

/** The limits of sessions. */
export interface SessionTableOptions {
  readonly maxSessions: number;
  readonly maxSessionsPerClient: number;
  /** How long a session may be idle, in milliseconds. */
  readonly idleTimeoutMs: number;
}

/** The connection of one client that has a session. */
export interface SessionConnection {
  /** Responds to one request. */
  handle(request: AdmittedRequest): Promise<EndpointResponse>;
  /** Rejects new calls. Resolves when all calls have ended. Calls that take longer than `deadlineMs` are cancelled. */
  drain(deadlineMs: number): Promise<void>;
  /** Closes all streams of the connection. */
  close(): Promise<void>;
}

/** The binding of a connection to its session. */
export interface SessionBinding {
  readonly sessionId: string;
  /** Called when the client has been initialised and its session begins. */
  readonly onOpened: () => void;
  readonly onClosed: () => void;
}

/** A function that opens a connection for the client of a request. */
export type OpenSession = (request: AdmittedRequest, binding: SessionBinding) => Promise<SessionConnection>;

interface Session {
  readonly connection: SessionConnection;
  /** The subject that the session belongs to. */
  readonly subject: string | undefined;
  /** The client that the session counts for. */
  readonly client: string;
  /** The number of pending requests, including open streams. */
  active: number;
  /** The time of the end of the latest request. */
  idleSince: number;
  /** Stops the time after which an idle session ends. Undefined while it is in use. */
  stopIdling: (() => void) | undefined;
}

/**
 * The sessions of an HTTP server. A session belongs to the subject that began it. It ends when it is idle too long, or
 * when it is idle the longest and a new session needs its place.
 */
export class SessionTable {
  readonly #sessions = new Map<string, Session>();
  readonly #open: OpenSession;
  readonly #options: SessionTableOptions;
  /** The clients of the sessions that are about to begin. */
  readonly #opening = new Set<{ readonly client: string }>();

  constructor(open: OpenSession, options: SessionTableOptions) {
    this.#open = open;
    this.#options = options;
  }

  get connections(): readonly SessionConnection[] {
    return [...this.#sessions.values()].map(({ connection }) => connection);
  }

  /** Handles the request that begins a session. Throws an HttpRefusal if there are too many sessions. */
  async begin(admitted: AdmittedRequest): Promise<EndpointResponse> {
    const { subject, client } = admitted;
    this.#makeRoom(client);
    // The ID is cryptographically random, but it does not authenticate a client.
    const sessionId = crypto.randomUUID();
    const opening = { client };
    const session: { current: Session | undefined } = { current: undefined };
    this.#opening.add(opening);
    try {
      const connection = await this.#open(admitted, {
        sessionId,
        onOpened: () => {
          this.#opening.delete(opening);
          if (session.current !== undefined) this.#sessions.set(sessionId, session.current);
        },
        onClosed: () => this.#forget(sessionId),
      });
      session.current = { connection, subject, client, active: 0, idleSince: performance.now(), stopIdling: undefined };
      return await this.#handle(sessionId, session.current, admitted);
    } finally {
      // The request was refused: no session has begun.
      if (this.#opening.has(opening)) end(session.current);
      this.#opening.delete(opening);
    }
  }

  /**
   * Handles a request of a session. Throws an HttpRefusal if the session does not exist or belongs to another subject.
   */
  async proceed(sessionId: string, admitted: AdmittedRequest): Promise<EndpointResponse> {
    const session = this.#sessions.get(sessionId);
    // The session of another subject is reported as not found: its ID grants no access.
    if (session === undefined || session.subject !== admitted.subject) {
      throw new HttpRefusal(404, 'Session not found.', { code: rpcErrorCodes.sessionNotFound });
    }
    return this.#handle(sessionId, session, admitted);
  }

  async #handle(sessionId: string, session: Session, admitted: AdmittedRequest): Promise<EndpointResponse> {
    session.stopIdling?.();
    session.active++;
    const onEnd = (): void => {
      session.active--;
      session.idleSince = performance.now();
      if (session.active === 0 && this.#sessions.get(sessionId) === session) this.#startIdleTimer(session);
    };
    try {
      const response = await session.connection.handle(admitted);
      onResponseEnd(response, onEnd);
      return response;
    } catch (error) {
      onEnd();
      throw error;
    }
  }

  /** Ends the longest idle session if a limit is reached. Throws an HttpRefusal if no session is idle. */
  #makeRoom(client: string): void {
    const { maxSessions, maxSessionsPerClient } = this.#options;
    const isOwn = (one: { readonly client: string }): boolean => one.client === client;
    if (this.#count(isOwn) >= maxSessionsPerClient && !this.#endLongestIdle(isOwn)) {
      throw tooMany('This client has too many sessions. End one, or try again later.');
    }
    if (this.#count(() => true) >= maxSessions && !this.#endLongestIdle(() => true)) {
      throw tooMany('There are too many sessions. Try again later.');
    }
  }

  #count(isCounted: (one: { readonly client: string }) => boolean): number {
    return [...this.#sessions.values(), ...this.#opening].filter(isCounted).length;
  }

  /** Ends the candidate that is idle the longest. Returns whether there was one. */
  #endLongestIdle(isCandidate: (session: Session) => boolean): boolean {
    const idle = [...this.#sessions].filter(([, session]) => session.active === 0 && isCandidate(session));
    const [longest] = idle.sort(([, one], [, other]) => one.idleSince - other.idleSince);
    if (longest === undefined) return false;
    const [sessionId, session] = longest;
    this.#forget(sessionId);
    end(session);
    return true;
  }

  #startIdleTimer(session: Session): void {
    session.stopIdling = scheduleAfter(() => end(session), this.#options.idleTimeoutMs, false);
  }

  #forget(sessionId: string): void {
    this.#sessions.get(sessionId)?.stopIdling?.();
    this.#sessions.delete(sessionId);
  }
}

/** Closes a session that is no longer used. An error while closing is ignored. */
function end(session: Session | undefined): void {
  session?.connection.close().catch(() => undefined);
}

function tooMany(message: string): HttpRefusal {
  return new HttpRefusal(503, message, { headers: { 'retry-after': '30' } });
}
