/** A token and the time until which it is used. */
export interface AccessToken {
  readonly text: string;
  /** The time at which the token is replaced, in milliseconds since 1970. If undefined, it is used until it is refused. */
  readonly usedUntil: number | undefined;
}

/** A token for one call. */
export interface ProvidedToken {
  readonly text: string;
  /** Whether the token was not requested for this call, so that the server may have revoked it. */
  readonly isCached: boolean;
}

/** A function that requests a new token. */
type TokenRequest = () => Promise<AccessToken>;

// Enough for the tenants of one process that are active at once.
const maxTokens = 1_000;

/** The tokens of several clients. Calls that need the same token at once share one request. */
export class TokenCache {
  readonly #tokens = new Map<string, Promise<AccessToken>>();

  /** Returns the token of a client, by a key that contains everything on which the token depends. */
  async get(key: string, request: TokenRequest): Promise<ProvidedToken> {
    const known = this.#tokens.get(key);
    if (known === undefined) return { text: (await this.#request(key, request)).text, isCached: false };
    const { text, usedUntil = Infinity } = await known;
    if (Date.now() < usedUntil) return { text, isCached: true };
    this.#remove(key, known);
    return this.get(key, request);
  }

  /** Returns another token than `refused`, which a server has refused. */
  async replace(key: string, refused: string, request: TokenRequest): Promise<ProvidedToken> {
    const known = this.#tokens.get(key);
    if (known !== undefined && (await known).text === refused) this.#remove(key, known);
    return this.get(key, request);
  }

  #request(key: string, request: TokenRequest): Promise<AccessToken> {
    const requested = request();
    this.#tokens.set(key, requested);
    requested.catch(() => this.#remove(key, requested));
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > maxTokens && oldest !== undefined) this.#tokens.delete(oldest);
    return requested;
  }

  /** Removes a token, unless another call has already replaced it. */
  #remove(key: string, token: Promise<AccessToken>): void {
    if (this.#tokens.get(key) === token) this.#tokens.delete(key);
  }
}
