import { isCleanText } from '../../../base/text/clean-text.js';

// Browsers, servers and the matching of templates accept no longer ones.
const longestUri = 8_192;

// The toolkit's own large results, which clients of a server read by such URIs.
const reservedPrefix = 'toolwright:';

/** Returns the reason why a server's URI is rejected; undefined if it is accepted. */
export function uriProblem(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri === '') return 'it has no URI';
  if (uri.length > longestUri) return `its URI has ${uri.length} characters; ${longestUri} are allowed`;
  if (!/^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(uri)) return 'its URI has no scheme';
  if (!isCleanText(uri) || /\s/.test(uri)) return 'its URI has invisible characters';
  return uri.toLowerCase().startsWith(reservedPrefix) ? `its URI begins with '${reservedPrefix}'` : undefined;
}
