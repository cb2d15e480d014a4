import type { ConnectionSettings } from './connection.js';
import {
  evaluateHeaders,
  type HeaderEvaluation,
  type HeaderProvider,
  type HeaderValues,
} from './http/outgoing-headers.js';
import type { RemoteCall } from './http/remote-call.js';
import { SentSecrets } from './http/sent-secrets.js';
import { isSdkClient } from './http/transport-options.js';
import { Identity } from './identity.js';
import { IdentityPool } from './identity-pool.js';
import type { LinkRequest } from './link/remote-link.js';
import { openLink, readTaskSettings } from './open-link.js';
import type { McpSourceOptions } from './source-options.js';
import type { TaskSettings } from './tasks/task-options.js';

const defaults = { maxIdentities: 100, identityIdleMs: 300_000 };

type SharedSettings = Required<Pick<ConnectionSettings, 'connectTimeoutMs' | 'warnings' | 'onToolsChanged'>> &
  Pick<ConnectionSettings, 'onOffersChanged'>;

/** The identities of a source: its own, and those of the calls if a function returns their headers. */
export class SourceIdentities {
  /** The identity of the source itself, which lists the tools. Calls have it, too, unless a function returns headers. */
  readonly own: Identity;
  readonly #options: McpSourceOptions;
  readonly #settings: SharedSettings;
  readonly #evaluation: HeaderEvaluation | undefined;
  readonly #tasks: TaskSettings | undefined;
  readonly #pool: IdentityPool;

  constructor(options: McpSourceOptions, settings: SharedSettings) {
    const { name, maxIdentities, identityIdleMs } = options;
    this.#options = options;
    this.#settings = settings;
    this.#evaluation = readEvaluation(options);
    this.#tasks = readTaskSettings(options);
    this.own = this.#createOwn();
    this.#pool = new IdentityPool({
      name,
      maxIdentities: maxIdentities ?? defaults.maxIdentities,
      idleMs: identityIdleMs ?? defaults.identityIdleMs,
      createIdentity: (headers) => this.#createForCalls(headers),
    });
  }

  /** Whether the calls of tools that run only as tasks can be awaited. */
  get awaitsTasks(): boolean {
    return this.#tasks !== undefined && this.own.connection.link?.server.protocolVersion === '2026-07-28';
  }

  /** Sends the request of a call as its identity. */
  request(request: LinkRequest, call: RemoteCall): Promise<unknown> {
    const evaluation = this.#evaluation;
    return evaluation === undefined ? this.own.request(request, call) : this.#requestAs(evaluation, request, call);
  }

  async #requestAs(evaluation: HeaderEvaluation, request: LinkRequest, call: RemoteCall): Promise<unknown> {
    const headers = await evaluateHeaders(evaluation, call.view);
    call.secrets.addHeaders(headers);
    return this.#pool.request(headers, request, call);
  }

  async close(): Promise<void> {
    await Promise.all([this.own.close(), this.#pool.close()]);
  }

  #createOwn(): Identity {
    const { transport, restart } = this.#options;
    const evaluation = this.#evaluation;
    const secrets = new SentSecrets();
    const headers: HeaderProvider = async (signal) => {
      const values = evaluation === undefined ? {} : await evaluateHeaders(evaluation, undefined, signal);
      secrets.addHeaders(values);
      return values;
    };
    return new Identity({
      ...this.#settings,
      name: this.#options.name,
      // A client that the application has connected is reconnected by the application.
      restart: isSdkClient(transport) ? { maxRestarts: 0, delayMs: 0 } : restart,
      open: (opening) => openLink(this.#options, opening),
      headers: evaluation === undefined ? undefined : headers,
      tasks: this.#tasks,
      secrets,
    });
  }

  #createForCalls(headers: HeaderValues): Identity {
    const { name, restart } = this.#options;
    const secrets = new SentSecrets();
    secrets.addHeaders(headers);
    return new Identity({
      ...this.#settings,
      name,
      // Only a call reconnects: no one may need the identity any more.
      restart: { ...restart, maxRestarts: 0 },
      open: (opening) => openLink(this.#options, opening),
      headers: () => headers,
      tasks: this.#tasks,
      secrets,
      // The source itself follows the changes.
      onToolsChanged: undefined,
      onOffersChanged: undefined,
    });
  }
}

function readEvaluation({ name, transport }: McpSourceOptions): HeaderEvaluation | undefined {
  if (isSdkClient(transport) || !('url' in transport)) return undefined;
  const { headers, auth } = transport;
  if (typeof headers !== 'function') return undefined;
  return { evaluate: headers, hasAuth: auth !== undefined, where: `mcpSource '${name}': transport.headers` };
}
