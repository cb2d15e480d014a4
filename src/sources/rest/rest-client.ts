import type { Dispatcher } from 'undici';
import { type OutboundOptions, OutboundRules, outboundNames } from '../../base/network/outbound-rules.js';
import type { OptionNames } from '../../base/options/check-options.js';
import { limitsOf, mergeLimits } from '../../base/options/merge-limits.js';
import { optionsOf } from '../../base/options/option-rules.js';
import type { ToolContext } from '../../call/tool-context.js';
import { type Access, authenticate, type TokenSource } from './auth/authenticate.js';
import { checkAuth, stateKeysOf } from './auth/check-auth.js';
import type { RestAuth } from './auth/rest-auth.js';
import { TokenCache } from './auth/token-cache.js';
import { createGuardedAgent } from './guarded-agent.js';
import type { RestRequest } from './http/rest-request.js';
import { readBytes, readExplanation } from './read-response.js';
import type { AuthorNames } from './request-names.js';
import { defaultLimits, type RestLimits } from './rest-limits.js';
import { type RawResponse, type RedirectScope, sendRequest } from './send-request.js';
import { createStatusError } from './status-error.js';

/** The options of a client. */
export interface RestClientOptions {
  /** The authentication of the requests. @default none */
  readonly auth?: RestAuth | undefined;
  /** The limits of a request and its response. */
  readonly limits?: Partial<RestLimits> | undefined;
  /** The further hosts to which a redirect may lead. Public addresses are always allowed. */
  readonly outbound?: OutboundOptions | undefined;
}

/** The names of the options of a client. */
export const clientNames: OptionNames<RestClientOptions> = {
  auth: true,
  limits: limitsOf(defaultLimits),
  outbound: optionsOf<OutboundOptions>(outboundNames),
};

/** A request and its response. */
export interface Exchange {
  readonly request: RestRequest;
  readonly response: RawResponse;
  /** The texts of the credentials, which no error may contain. */
  readonly secrets: readonly string[];
}

/** What the redirects of a request may receive. */
export interface SendOptions {
  /** The texts that are sent to no other origin, besides those of the credentials. */
  readonly secrets: readonly string[];
  readonly scope: RedirectScope;
}

// No call waits longer for a token, in milliseconds. The calls that share a token request do not share a signal.
const tokenTimeoutMs = 30_000;
const maxTokenBytes = 1024 * 1024;

/**
 * A client that sends the requests of one or more tools. Its tools share the connections and the tokens, which are
 * created when the first call needs them.
 */
export class RestClient {
  readonly limits: RestLimits;
  /** The keys of the state that contain credentials. */
  readonly stateKeys: readonly string[];
  /** The names of the parts of a request that contain credentials. */
  readonly names: AuthorNames;
  readonly #auth: RestAuth | undefined;
  readonly #rules: OutboundRules;
  readonly #where: string;
  readonly #tokens: TokenSource;
  #agent: Promise<Dispatcher> | undefined;

  /**
   * @param baseUrl - The URL whose host and port are allowed.
   * @param where - The tool or the source, for errors.
   * @throws DefinitionError that begins with `where` if an option is invalid.
   */
  constructor({ auth, limits, outbound }: RestClientOptions, baseUrl: URL | undefined, where: string) {
    this.limits = mergeLimits(defaultLimits, limits, `${where}: limits`);
    if (auth !== undefined) checkAuth(auth, where);
    this.stateKeys = stateKeysOf(auth);
    this.names = credentialNames(auth);
    const tokenUrl = typeof auth === 'object' && auth.type === 'oauth2' ? new URL(auth.tokenUrl) : undefined;
    const rules = OutboundRules.read(outbound, `${where}: outbound`);
    this.#rules = [baseUrl, tokenUrl].reduce((all, url) => (url === undefined ? all : all.allowUrl(url)), rules);
    this.#auth = auth;
    this.#where = where;
    this.#tokens = { cache: new TokenCache(), send: (request) => this.#sendTokenRequest(request) };
  }

  /**
   * Sends the request of a call with its credentials. If the server refuses a cached token, it is replaced once.
   *
   * @param createRequest - Creates the request with credentials.
   */
  async send(
    createRequest: (access: Access) => RestRequest,
    ctx: ToolContext,
    { secrets, scope }: SendOptions,
  ): Promise<Exchange> {
    const first = await authenticate(this.#auth, ctx, { where: this.#where, tokens: this.#tokens });
    const exchange = async (access: Access): Promise<Exchange> => {
      const request = createRequest(access);
      const all = [...access.secrets, ...secrets];
      return { request, response: await this.#sendOnce(request, ctx.signal, { secrets: all, scope }), secrets: all };
    };
    const exchanged = await exchange(first);
    if (exchanged.response.status !== 401 || first.renew === undefined) return exchanged;
    exchanged.response.body.destroy();
    return exchange(await first.renew());
  }

  async #sendOnce(request: RestRequest, signal: AbortSignal, options: SendOptions): Promise<RawResponse> {
    const { connectTimeoutMs } = this.limits;
    this.#agent ??= createGuardedAgent({ rules: this.#rules, connectTimeoutMs });
    const settings = { ...this.limits, rules: this.#rules, signal, ...options };
    return sendRequest(request, { ...settings, dispatcher: await this.#agent });
  }

  async #sendTokenRequest(request: RestRequest): Promise<Response> {
    const response = await this.#sendOnce(request, AbortSignal.timeout(tokenTimeoutMs), {
      secrets: [],
      scope: { baseUrl: request.url },
    });
    const { status, headers } = response;
    if (status === 429 || status >= 500) throw createStatusError(response, await readExplanation(response));
    const body = await readBytes(response, maxTokenBytes);
    return new Response(body, { status, headers: { 'content-type': String(headers['content-type'] ?? '') } });
  }
}

/** Returns the names of the parts that contain credentials, as far as they are known before a call. */
function credentialNames(auth: RestAuth | undefined): AuthorNames {
  const none: AuthorNames = { path: [], query: [], header: [], cookie: [] };
  if (typeof auth !== 'object') return none;
  if (auth.type !== 'apiKey') return { ...none, header: ['authorization'] };
  if (auth.in === 'cookie') return { ...none, header: ['cookie'], cookie: [auth.name] };
  return { ...none, [auth.in]: [auth.name] };
}
