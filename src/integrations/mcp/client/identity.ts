import { settleWithin } from '../../../base/async/settle-within.js';
import type { LinkAuth } from './auth/link-auth.js';
import { Connection, type ConnectionSettings } from './connection.js';
import type { HeaderProvider } from './http/outgoing-headers.js';
import type { OutgoingCall, RemoteCall } from './http/remote-call.js';
import type { SentSecrets } from './http/sent-secrets.js';
import type { LinkObserver, LinkRequest, RemoteLink } from './link/remote-link.js';
import { taskIn } from './link/task-answer.js';
import { awaitTask, cancelMs } from './tasks/await-task.js';
import type { TaskSettings } from './tasks/task-options.js';

/** What a link of an identity is opened with. */
export interface LinkOpening {
  readonly observer: LinkObserver;
  /** Cancels connecting. */
  readonly signal: AbortSignal;
  /** The headers of the identity. @default only those of the transport */
  readonly headers: HeaderProvider | undefined;
  /** Returns the authorisation of the identity. */
  readonly auth: AuthProvider;
  /** Returns the calls that are running over the connection. */
  readonly runningCalls: () => readonly OutgoingCall[];
}

/** A function that returns how the requests of an identity are authorised; undefined if only its headers do so. */
export type AuthProvider = (signal: AbortSignal) => LinkAuth | undefined | Promise<LinkAuth | undefined>;

/** The settings of an identity. */
export interface IdentitySettings extends Omit<ConnectionSettings, 'open'> {
  readonly open: (opening: LinkOpening) => Promise<RemoteLink>;
  readonly headers: HeaderProvider | undefined;
  readonly auth: AuthProvider;
  /** How tasks are awaited. @default calls cannot become tasks */
  readonly tasks?: TaskSettings | undefined;
}

/** One identity towards a server, with its own connection and session. */
export class Identity {
  readonly connection: Connection;
  readonly #name: string;
  readonly #secrets: SentSecrets;
  readonly #tasks: TaskSettings | undefined;
  readonly #running = new Set<RemoteCall>();
  readonly #awaited = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  constructor({ open, headers, auth, tasks, ...settings }: IdentitySettings) {
    this.#name = settings.name;
    this.#secrets = settings.secrets;
    this.#tasks = tasks;
    this.connection = new Connection({
      ...settings,
      open: (observer, signal) =>
        open({ observer, signal, headers, auth, runningCalls: () => [...this.#running].map(({ view }) => view) }),
    });
  }

  /** Whether no call is running. */
  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /**
   * Sends the request of a call, and awaits the task that the call may become. The identity is in use from the moment of
   * the call.
   */
  async request(request: LinkRequest, call: RemoteCall): Promise<unknown> {
    this.#running.add(call);
    call.secrets.include(this.#secrets);
    try {
      // Only calls of tools become tasks.
      if (this.#tasks === undefined || request.method !== 'tools/call')
        return await this.connection.request(request, call.toolName);
      const answer = await this.connection.request({ ...request, acceptsTasks: true }, call.toolName);
      const task = taskIn(answer);
      return task === undefined ? answer : await this.#awaitTask(task, this.#tasks, { request, call });
    } finally {
      this.#running.delete(call);
    }
  }

  /** Closes the connection. Tasks that are awaited are cancelled. */
  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#awaited.size > 0) await settleWithin(Promise.allSettled(this.#awaited), cancelMs);
    await this.connection.close();
  }

  async #awaitTask(
    task: unknown,
    { maxWaitMs, answer }: TaskSettings,
    { request, call }: { readonly request: LinkRequest; readonly call: RemoteCall },
  ): Promise<unknown> {
    const { toolName } = call;
    const awaited = awaitTask(task, {
      server: this.#name,
      toolName,
      maxWaitMs,
      signal: request.signal,
      closing: this.#closing.signal,
      onProgress: request.onProgress,
      send: (one) => this.connection.request(one, toolName),
      follow: async (...following) => this.connection.link?.followTask?.(...following),
      answer: (question, signal) => answer(question, call, signal),
      redact: (text) => call.secrets.redact(text),
    });
    this.#awaited.add(awaited);
    try {
      return await awaited;
    } finally {
      this.#awaited.delete(awaited);
    }
  }
}
