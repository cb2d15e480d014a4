import type { EndpointResponse } from './endpoint-response.js';
import type { AdmittedRequest } from './request-guard.js';

/** The part of an endpoint that serves the clients of one SDK. */
export interface McpHttpService {
  /** Responds to one request. Throws an HttpRefusal on a request that the transport does not allow. */
  handle(request: AdmittedRequest): Promise<EndpointResponse>;
  /** Rejects new calls. Resolves when all calls have ended. Calls that take longer than `deadlineMs` are cancelled. */
  drain(deadlineMs: number): Promise<void>;
  /** Closes all streams. */
  close(): Promise<void>;
}
