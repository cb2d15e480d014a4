import type { IncomingMessage } from 'node:http';

/** The HTTP request that a client came with. */
export interface McpRequestInfo {
  readonly method: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly url: URL;
  readonly remoteAddress: string | undefined;
}

/** What of a request an application may look at. */
export function requestInfoOf(request: IncomingMessage): McpRequestInfo {
  const { method = 'GET', headers, url = '/', socket } = request;
  return Object.freeze({
    method,
    headers,
    // Only ever the path of what was asked for: the host has been checked, but is the client's word.
    url: new URL(url.startsWith('/') ? `http://${headers.host ?? 'localhost'}${url}` : 'http://localhost/'),
    remoteAddress: socket.remoteAddress,
  });
}
