import { evaluateOption } from '../http/evaluate-option.js';
import type { OutgoingCall } from '../http/remote-call.js';
import type { SentSecrets } from '../http/sent-secrets.js';
import { isAuthScheme } from './auth-option.js';
import type { McpAuthCallback, McpAuthScheme } from './auth-scheme.js';
import { checkAuthScheme, checkNoFunctions } from './check-auth-scheme.js';
import { type LinkAuth, type LinkAuthSettings, providerAuth, schemeAuth } from './link-auth.js';

/** The authorisation of the identities of a source. */
export class SourceAuth {
  readonly #settings: LinkAuthSettings;
  readonly #callback: McpAuthCallback | undefined;
  readonly #scheme: McpAuthScheme | undefined;
  /** The authorisation that all identities share, because a user has logged in. */
  readonly #shared: LinkAuth | undefined;

  constructor(settings: LinkAuthSettings) {
    const { auth } = settings;
    this.#settings = settings;
    this.#callback = typeof auth === 'function' ? auth : undefined;
    this.#scheme = isAuthScheme(auth) ? auth : undefined;
    this.#shared = providerAuth(settings);
  }

  /** Whether a function returns the scheme of each call. */
  get isPerCall(): boolean {
    return this.#callback !== undefined;
  }

  /** The authorisation by a login of a user; undefined if there is no login. */
  get login(): LinkAuth | undefined {
    return this.#shared;
  }

  /**
   * Returns the scheme of a call, or of the source itself. Undefined if there is none.
   *
   * @throws DefinitionError if the function returns an invalid scheme. It contains no credential.
   * @throws ToolExecutionError if the function fails.
   */
  async evaluate(call: OutgoingCall | undefined, signal?: AbortSignal): Promise<McpAuthScheme | undefined> {
    const callback = this.#callback;
    if (callback === undefined) return this.#scheme;
    const where = `${this.#settings.where}.auth`;
    const limits = { toolName: call?.toolName, signal: call?.signal ?? signal };
    const scheme: unknown = await evaluateOption(() => callback(call), limits, where);
    if (scheme === undefined) return undefined;
    checkAuthScheme(scheme, `${where}()`);
    checkNoFunctions(scheme, where);
    return scheme;
  }

  /** Returns the authorisation of a new identity; undefined if nothing authorises it. */
  forIdentity(scheme: McpAuthScheme | undefined, secrets: SentSecrets): LinkAuth | undefined {
    return scheme === undefined ? this.#shared : schemeAuth(scheme, secrets, this.#settings);
  }
}
