import type { OptionNames } from '../../base/options/check-options.js';
import type { McpAuthorization } from '../http/authorization.js';
import type { McpRequestOptions } from '../http/caller.js';
import type { ProtectedResource } from '../http/protected-resource.js';
import { clusterNames } from './cluster/cluster-options.js';
import { requestStateNames } from './request-state.js';
import type {
  McpHandlerOptions,
  McpHttpOptions,
  McpServerOptions,
  McpSessionLimits,
  McpStdioOptions,
  McpToolOptions,
  McpWaitingLimits,
} from './serve-options.js';

const waitingNames: OptionNames<McpWaitingLimits> = { maxPerClient: true, maxCalls: true, maxBytes: true };

/** The names of the options of serving tools, for every transport. */
export const toolNames: OptionNames<McpToolOptions> = {
  sessionState: true,
  requestState: requestStateNames,
  versions: true,
  pageSize: true,
  maxArgumentBytes: true,
  waitingCalls: waitingNames,
  rounds: true,
  cluster: clusterNames,
  key: true,
  maskErrors: true,
};

const serverNames: OptionNames<McpServerOptions> = {
  ...toolNames,
  name: true,
  title: true,
  version: true,
  instructions: true,
  server: true,
  maxMessageValues: true,
  closeTimeoutMs: true,
  onError: true,
};

const resourceNames: OptionNames<ProtectedResource> = {
  resource: true,
  authorizationServers: true,
  scopesSupported: true,
  name: true,
  documentation: true,
};

const authorizationNames: OptionNames<McpAuthorization> = {
  verify: true,
  scopes: true,
  anonymous: true,
  audience: true,
  resource: resourceNames,
};

const sessionNames: OptionNames<McpSessionLimits> = {
  maxSessions: true,
  maxSessionsPerClient: true,
  idleTimeoutMs: true,
};

/** The names of the options of `mcpHandler`. */
export const handlerNames: OptionNames<McpHandlerOptions> = {
  ...serverNames,
  era: true,
  path: true,
  sessions: sessionNames,
  eventStore: true,
  authorization: authorizationNames,
  clientOf: true,
  allowedHosts: true,
  allowedOrigins: true,
  maxBodyBytes: true,
  requestTimeoutMs: true,
};

/** The names of the options of `serveMcp` over HTTP. */
export const httpNames: OptionNames<McpHttpOptions> = {
  ...handlerNames,
  transport: true,
  host: true,
  port: true,
  maxHeaderBytes: true,
  sendTimeoutMs: true,
  maxConnections: true,
};

/** The names of the options of `serveMcp` over standard input and output. */
export const stdioNames: OptionNames<McpStdioOptions> = {
  ...serverNames,
  transport: true,
  era: true,
  auth: true,
  stdin: true,
  stdout: true,
  maxMessageBytes: true,
};

/** The names of the options of a request to the handler of `mcpHandler`. */
export const requestNames: OptionNames<McpRequestOptions> = {
  auth: true,
  subject: true,
  body: true,
  isAddressChecked: true,
};
