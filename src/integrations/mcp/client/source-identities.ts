import type { LinkAuth } from './auth/link-auth.js';
import { SourceAuth } from './auth/source-auth.js';
import type { ConnectionSettings } from './connection.js';
import { isSdkClient, isStdioCommand } from './endpoint/transport-options.js';
import { evaluateHeaders, type HeaderEvaluation, type HeaderProvider } from './http/outgoing-headers.js';
import type { RemoteCall } from './http/remote-call.js';
import { SentSecrets } from './http/sent-secrets.js';
import { Identity } from './identity.js';
import { type IdentityParts, IdentityPool } from './identity-pool.js';
import type { LinkRequest } from './link/remote-link.js';
import { loadBinder } from './load-binder.js';
import { openLink, readTaskSettings } from './open-link.js';
import { type McpSourceOptions, sdkOf } from './source-options.js';
import type { TaskSettings } from './tasks/task-options.js';

const defaults = { maxIdentities: 100, identityIdleMs: 300_000 };

type SharedSettings = Required<Pick<ConnectionSettings, 'connectTimeoutMs' | 'warnings' | 'onToolsChanged'>> &
  Pick<ConnectionSettings, 'onOffersChanged'>;

/** The identities of a source: its own, and those of the calls if a function returns their headers or their scheme. */
export class SourceIdentities {
  /** The identity of the source itself, which lists the tools. Calls have it, too, unless a function decides. */
  readonly own: Identity;
  readonly #options: McpSourceOptions;
  readonly #settings: SharedSettings;
  readonly #evaluation: HeaderEvaluation | undefined;
  readonly #auth: SourceAuth | undefined;
  readonly #tasks: TaskSettings | undefined;
  readonly #pool: IdentityPool;

  constructor(options: McpSourceOptions, settings: SharedSettings) {
    const { name, maxIdentities, identityIdleMs } = options;
    this.#options = options;
    this.#settings = settings;
    this.#evaluation = readEvaluation(options);
    this.#auth = readAuth(options);
    this.#tasks = readTaskSettings(options);
    this.own = this.#createOwn();
    this.#pool = new IdentityPool({
      name,
      maxIdentities: maxIdentities ?? defaults.maxIdentities,
      idleMs: identityIdleMs ?? defaults.identityIdleMs,
      createIdentity: (parts) => this.#createForCalls(parts),
    });
  }

  /** Whether the calls of tools that run only as tasks can be awaited. */
  get awaitsTasks(): boolean {
    return this.#tasks !== undefined && this.own.connection.link?.server.protocolVersion === '2026-07-28';
  }

  /** The authorisation by a login of a user; undefined if there is no login. */
  get login(): LinkAuth | undefined {
    return this.#auth?.login;
  }

  /** Sends the request of a call as its identity. */
  request(request: LinkRequest, call: RemoteCall): Promise<unknown> {
    const isPerCall = this.#evaluation !== undefined || this.#auth?.isPerCall === true;
    return isPerCall ? this.#requestAs(request, call) : this.own.request(request, call);
  }

  async #requestAs(request: LinkRequest, call: RemoteCall): Promise<unknown> {
    const headers = this.#evaluation === undefined ? {} : await evaluateHeaders(this.#evaluation, call.view);
    call.secrets.addHeaders(headers);
    const scheme = await this.#auth?.evaluate(call.view);
    return this.#pool.request({ headers, scheme }, request, call);
  }

  async close(): Promise<void> {
    await Promise.all([this.own.close(), this.#pool.close()]);
  }

  #createOwn(): Identity {
    const { transport, restart } = this.#options;
    const evaluation = this.#evaluation;
    const auth = this.#auth;
    const secrets = new SentSecrets();
    const headers: HeaderProvider = async (signal) => {
      const values = evaluation === undefined ? {} : await evaluateHeaders(evaluation, undefined, signal);
      secrets.addHeaders(values);
      return values;
    };
    const authorise = async (signal?: AbortSignal) => {
      return auth?.forIdentity(await auth.evaluate(undefined, signal), secrets);
    };
    // Only what a function returns may differ when the source connects again.
    const fixed = auth?.isPerCall === true ? undefined : authorise();
    return new Identity({
      ...this.#settings,
      name: this.#options.name,
      // A client that the application has connected is reconnected by the application.
      restart: isSdkClient(transport) ? { maxRestarts: 0, delayMs: 0 } : restart,
      open: (opening) => openLink(this.#options, opening),
      headers: evaluation === undefined ? undefined : headers,
      auth: (signal) => fixed ?? authorise(signal),
      tasks: this.#tasks,
      secrets,
    });
  }

  #createForCalls({ headers, scheme }: IdentityParts): Identity {
    const { name, restart } = this.#options;
    const secrets = new SentSecrets();
    secrets.addHeaders(headers);
    const auth = this.#auth?.forIdentity(scheme, secrets);
    return new Identity({
      ...this.#settings,
      name,
      // Only a call reconnects: no one may need the identity any more.
      restart: { ...restart, maxRestarts: 0 },
      open: (opening) => openLink(this.#options, opening),
      headers: () => headers,
      auth: () => auth,
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

function readAuth(options: McpSourceOptions): SourceAuth | undefined {
  const { name, transport } = options;
  if (isSdkClient(transport) || isStdioCommand(transport)) return undefined;
  const loadTools = async () => (await loadBinder(sdkOf(options))).authTools;
  const { auth, dpop } = transport;
  return new SourceAuth({ auth, dpop, where: `mcpSource '${name}': transport`, loadTools });
}
