import type { EndpointResponse } from '../http/endpoint-response.js';
import type { AdmittedRequest } from '../http/request-guard.js';
import type { BoundClient, StdioStreams } from '../server/binder.js';

/** The servers of the SDK that an application creates for its clients, with its own resources and prompts. */
export interface ApplicationServers {
  /** Lets the application's server answer a request or receive a notification. */
  forward(admitted: AdmittedRequest, client: BoundClient): Promise<EndpointResponse>;
  /** Whether a client can read large results from the application's server. */
  readsResults(client: BoundClient): boolean;
  /** Lets the application's server serve a client over standard input and output. Resolves with a function that closes it. */
  connectStdio(client: BoundClient, streams: StdioStreams): Promise<() => Promise<void>>;
  /** Closes all streams. */
  close(): Promise<void>;
}
