import { type CallRequest, createCallRequest } from '../../../index.js';
import type { EndpointRequest } from './endpoint-request.js';

/** The HTTP request of a client. */
export interface McpRequestInfo {
  readonly method: string;
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly url: URL;
  readonly remoteAddress: string | undefined;
}

/** Returns the properties of a request that an application may read. */
export function requestInfoOf({ method, headers, url, address }: EndpointRequest): McpRequestInfo {
  return Object.freeze({ method, headers, url, remoteAddress: address });
}

/** Creates the view of a request that tools may read. */
export function toCallRequest({ headers, method, url, remoteAddress }: McpRequestInfo): CallRequest {
  return createCallRequest({ headers, method, path: url.pathname, address: remoteAddress });
}
