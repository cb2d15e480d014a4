import type { OptionNames } from '../../../base/options/check-options.js';
import { callback, flag, flagOrCallback, object, oneOf, string, strings } from '../../../base/options/option-rules.js';
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
  sessionState: callback,
  requestState: requestStateNames,
  versions: true,
  pageSize: true,
  maxArgumentBytes: true,
  waitingCalls: waitingNames,
  rounds: oneOf('held', 'replayed'),
  cluster: clusterNames,
  key: true,
  maskErrors: flagOrCallback,
};

const serverNames: OptionNames<McpServerOptions> = {
  ...toolNames,
  name: string,
  title: string,
  version: string,
  instructions: string,
  server: callback,
  maxMessageValues: true,
  closeTimeoutMs: true,
  onError: callback,
};

const resourceNames: OptionNames<ProtectedResource> = {
  resource: string,
  authorizationServers: strings,
  scopesSupported: strings,
  name: string,
  documentation: string,
};

const authorizationNames: OptionNames<McpAuthorization> = {
  verify: callback,
  scopes: true,
  anonymous: flag,
  audience: flag,
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
  era: oneOf('2025-11-25', '2026-07-28'),
  path: string,
  sessions: sessionNames,
  eventStore: object,
  authorization: authorizationNames,
  clientOf: callback,
  allowedHosts: true,
  allowedOrigins: strings,
  maxBodyBytes: true,
  requestTimeoutMs: true,
};

/** The names of the options of `serveMcp` over HTTP. */
export const httpNames: OptionNames<McpHttpOptions> = {
  ...handlerNames,
  transport: oneOf('http'),
  host: string,
  port: true,
  maxHeaderBytes: true,
  sendTimeoutMs: true,
  maxConnections: true,
};

/** The names of the options of `serveMcp` over standard input and output. */
export const stdioNames: OptionNames<McpStdioOptions> = {
  ...serverNames,
  transport: oneOf('stdio'),
  era: oneOf('2025-11-25', '2026-07-28'),
  auth: true,
  stdin: object,
  stdout: object,
  maxMessageBytes: true,
};

/** The names of the options of a request to the handler of `mcpHandler`. */
export const requestNames: OptionNames<McpRequestOptions> = {
  auth: true,
  subject: string,
  body: true,
  isAddressChecked: flag,
};
