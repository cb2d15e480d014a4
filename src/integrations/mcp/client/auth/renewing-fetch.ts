import type { Fetch } from '../http/stream-watch.js';

/** The settings of a renewing fetch. */
export interface RenewingFetchSettings {
  /** The URL of the MCP server. */
  readonly url: URL;
  /** Returns the current token; undefined if there is none yet. */
  readonly token: () => string | undefined;
  /** Requests another token. */
  readonly renew: (refused: Response) => Promise<void>;
}

/**
 * Creates a fetch that sends a request again with a new token if the server refuses its token. Requests that are refused at the
 * same time share one new token: the SDK 'v1' fails all of
 * them but one, and 'v2' requests several tokens.
 *
 * @param send - The fetch that sends the requests.
 */
export function createRenewingFetch(send: Fetch, { url, token, renew }: RenewingFetchSettings): Fetch {
  let renewing: Promise<void> | undefined;
  return async (target, init = {}) => {
    const response = await send(target, init);
    const headers = new Headers(init.headers);
    const sent = headers.get('authorization');
    const isAuthorised = sent !== null || String(target) === url.href;
    if (response.status !== 401 || !isAuthorised || new URL(target).origin !== url.origin) return response;
    if (sent === bearer(token())) {
      renewing ??= renew(response).finally(() => {
        renewing = undefined;
      });
      await renewing;
    }
    await response.body?.cancel();
    headers.set('authorization', String(bearer(token())));
    return send(target, { ...init, headers });
  };
}

function bearer(token: string | undefined): string | null {
  return token === undefined ? null : `Bearer ${token}`;
}
