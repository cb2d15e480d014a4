import type { IncomingMessage } from 'node:http';
import { type CallRequest, createCallRequest } from '../../index.js';

/** The HTTP request of a client. */
export interface McpRequestInfo {
  readonly method: string;
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly url: URL;
  readonly remoteAddress: string | undefined;
}

/** Returns the properties of a request that an application may read. */
export function requestInfoOf(request: IncomingMessage): McpRequestInfo {
  const { method = 'GET', headers, url = '/', socket } = request;
  return Object.freeze({
    method,
    headers,
    // Only the path of the request is reliable: the host has been checked but is sent by the client.
    url: new URL(url.startsWith('/') ? `http://${headers.host ?? 'localhost'}${url}` : 'http://localhost/'),
    remoteAddress: socket.remoteAddress,
  });
}

/** Creates the view of a request that tools may read. */
export function toCallRequest({ headers, method, url, remoteAddress }: McpRequestInfo): CallRequest {
  return createCallRequest({ headers, method, path: url.pathname, address: remoteAddress });
}
