/** The page that sends a request, and the host to which it is sent. */
export interface SentPage {
  /** The header `Origin`. */
  readonly origin: string;
  /** The header `Sec-Fetch-Site`, which browsers set and no page can. */
  readonly site: string | undefined;
  readonly host: string;
}

/**
 * Checks whether the page that sends a request is one of the host that receives it, with the same port: another port of a
 * host is another application.
 */
export function isOwnPage({ origin, site, host }: SentPage): boolean {
  if (site === 'same-origin') return true;
  return site !== 'cross-site' && isSameHost(origin, host);
}

function isSameHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: own } = new URL(origin);
  // A file has an empty host, for which another one counts.
  if (!/^https?:$/.test(protocol)) return false;
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === own;
}

// A body parser skips the body of another type, or one whose parameters it cannot read, and the tool would run without it.
const jsonType = /^application\/json[ \t]*(?:; *[\w!#$%&'*+.^`|~-]+=(?:"[^"\\]*"|[\w!#$%&'*+.^`|~-]+) *)*$/i;

/** Checks whether a header `Content-Type` is that of JSON. A form of another site cannot send it. */
export function isJsonType(contentType: string | undefined): boolean {
  return jsonType.test(contentType ?? '');
}
