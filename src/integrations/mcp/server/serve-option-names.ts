import { mcpObserver } from '../../../base/network/mcp-observer.js';
import type { OptionNames } from '../../../base/options/check-options.js';
import {
  anyValue,
  callback,
  either,
  flag,
  flagOr,
  flagOrCallback,
  object,
  oneOf,
  optionRule,
  optionsOf,
  positive,
  string,
  strings,
} from '../../../base/options/option-rules.js';
import { signingKeys } from '../../../base/runtime/signing-keys.js';
import { versionRanges } from '../../../toolkit/tool-versions.js';
import type { McpAuthorization } from '../http/authorization.js';
import type { McpRequestOptions } from '../http/caller.js';
import type { ProtectedResource } from '../http/protected-resource.js';
import type { McpServerCard } from '../http/server-card.js';
import { clusterNames, type McpCluster } from './cluster/cluster-options.js';
import { type McpRequestStateOptions, requestStateNames } from './request-state.js';
import type {
  McpHandlerOptions,
  McpHttpOptions,
  McpServerOptions,
  McpSessionLimits,
  McpStdioOptions,
  McpToolOptions,
  McpWaitingLimits,
} from './serve-options.js';
import type { McpTaskLimits } from './task-limits.js';

const waitingNames: OptionNames<McpWaitingLimits> = { maxPerClient: positive, maxCalls: positive, maxBytes: positive };

const taskNames: OptionNames<McpTaskLimits> = {
  maxPerClient: positive,
  maxTasks: positive,
  maxBytes: positive,
  ttlMs: positive,
  pollIntervalMs: positive,
};

/** The names of the options of serving tools, for every transport. */
export const toolNames: OptionNames<McpToolOptions> = {
  sessionState: callback,
  requestState: either(callback, optionsOf<McpRequestStateOptions>(requestStateNames, 'state')),
  versions: versionRanges,
  pageSize: positive,
  maxArgumentBytes: positive,
  waitingCalls: optionsOf<McpWaitingLimits>(waitingNames),
  rounds: oneOf('held', 'replayed'),
  cluster: optionsOf<McpCluster>(clusterNames, 'events'),
  key: signingKeys,
  maskErrors: flagOrCallback,
};

const serverNames: OptionNames<McpServerOptions> = {
  ...toolNames,
  name: string,
  title: string,
  version: string,
  instructions: string,
  server: callback,
  maxMessageValues: positive,
  tasks: optionsOf<McpTaskLimits>(taskNames),
  closeTimeoutMs: positive,
  onError: callback,
  telemetry: mcpObserver,
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
  scopes: either(strings, callback),
  anonymous: flag,
  audience: flag,
  resource: optionsOf<ProtectedResource>(resourceNames, 'resource', 'authorizationServers'),
};

const cardNames: OptionNames<McpServerCard> = {
  name: string,
  description: string,
  title: string,
  websiteUrl: string,
  url: string,
};

const sessionNames: OptionNames<McpSessionLimits> = {
  maxSessions: positive,
  maxSessionsPerClient: positive,
  idleTimeoutMs: positive,
};

/** The names of the options of `mcpHandler`. */
export const handlerNames: OptionNames<McpHandlerOptions> = {
  ...serverNames,
  era: oneOf('2025-11-25', '2026-07-28'),
  path: string,
  card: optionsOf<McpServerCard>(cardNames, 'name', 'description'),
  health: string,
  sessions: flagOr(optionsOf<McpSessionLimits>(sessionNames)),
  eventStore: object,
  authorization: optionsOf<McpAuthorization>(authorizationNames, 'verify'),
  clientOf: callback,
  allowedHosts: either(oneOf('*'), strings),
  allowedOrigins: strings,
  maxBodyBytes: positive,
  requestTimeoutMs: positive,
};

const port = optionRule<number>(
  'a whole number from 0 to 65535',
  (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535,
);

/** The names of the options of `serveMcp` over HTTP. */
export const httpNames: OptionNames<McpHttpOptions> = {
  ...handlerNames,
  transport: oneOf('http'),
  host: string,
  port,
  maxHeaderBytes: positive,
  sendTimeoutMs: positive,
  maxConnections: positive,
};

/** The names of the options of `serveMcp` over standard input and output. */
export const stdioNames: OptionNames<McpStdioOptions> = {
  ...serverNames,
  transport: oneOf('stdio'),
  era: oneOf('2025-11-25', '2026-07-28'),
  auth: anyValue,
  stdin: object,
  stdout: object,
  maxMessageBytes: positive,
};

/** The names of the options of a request to the handler of `mcpHandler`. */
export const requestNames: OptionNames<McpRequestOptions> = {
  auth: anyValue,
  subject: string,
  body: anyValue,
  isAddressChecked: flag,
};
