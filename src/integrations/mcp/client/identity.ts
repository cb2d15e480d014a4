import { Connection, type ConnectionSettings } from './connection.js';
import type { HeaderProvider } from './http/outgoing-headers.js';
import type { OutgoingCall, RemoteCall } from './http/remote-call.js';
import type { LinkObserver, LinkRequest, RemoteLink } from './link/remote-link.js';

/** What a link of an identity is opened with. */
export interface LinkOpening {
  readonly observer: LinkObserver;
  /** Cancels connecting. */
  readonly signal: AbortSignal;
  /** The headers of the identity. @default only those of the transport */
  readonly headers: HeaderProvider | undefined;
  /** Returns the calls that are running over the connection. */
  readonly runningCalls: () => readonly OutgoingCall[];
}

/** The settings of an identity. */
export interface IdentitySettings extends Omit<ConnectionSettings, 'open'> {
  readonly open: (opening: LinkOpening) => Promise<RemoteLink>;
  readonly headers: HeaderProvider | undefined;
}

/** One identity towards a server, with its own connection and session. */
export class Identity {
  readonly connection: Connection;
  readonly #running = new Set<RemoteCall>();

  constructor({ open, headers, ...settings }: IdentitySettings) {
    this.connection = new Connection({
      ...settings,
      open: (observer, signal) =>
        open({ observer, signal, headers, runningCalls: () => [...this.#running].map(({ view }) => view) }),
    });
  }

  /** Whether no call is running. */
  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /** Sends the request of a call. The identity is in use from the moment of the call. */
  async request(request: LinkRequest, call: RemoteCall): Promise<unknown> {
    this.#running.add(call);
    try {
      return await this.connection.request(request, call.toolName);
    } finally {
      this.#running.delete(call);
    }
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
