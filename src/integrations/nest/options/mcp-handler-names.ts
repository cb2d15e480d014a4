import type { McpHandlerOptions } from 'toolwright/mcp';
import { mcpObserver } from '../../../base/network/mcp-observer.js';
import type { OptionNames } from '../../../base/options/check-options.js';
import {
  callback,
  either,
  flag,
  flagOr,
  flagOrCallback,
  object,
  oneOf,
  optionsOf,
  positive,
  string,
  strings,
} from '../../../base/options/option-rules.js';
import { signingKeys } from '../../../base/runtime/signing-keys.js';
import { eventBus } from '../../../stores/event-bus.js';
import { versionRanges } from '../../../toolkit/tool-versions.js';

type Options = Omit<McpHandlerOptions, 'path' | 'card' | 'health'>;
type RequestState = Extract<Options['requestState'], { readonly state: unknown }>;
type Cluster = NonNullable<Options['cluster']>;
type Authorization = NonNullable<Options['authorization']>;

const requestState: OptionNames<RequestState> = { replaces: strings, state: callback };
const resource: OptionNames<NonNullable<Authorization['resource']>> = {
  resource: string,
  authorizationServers: strings,
  scopesSupported: strings,
  name: string,
  documentation: string,
};
const authorization: OptionNames<Authorization> = {
  verify: callback,
  scopes: either(strings, callback),
  anonymous: flag,
  audience: flag,
  resource: optionsOf(resource, 'resource', 'authorizationServers'),
};

/**
 * The names of the options of the MCP endpoint. They are listed here too, because `toolwright/mcp` is loaded with the first
 * request, and a mistake is reported when the application starts.
 */
export const mcpHandlerNames: OptionNames<Options> = {
  sessionState: callback,
  requestState: either(callback, optionsOf<RequestState>(requestState, 'state')),
  versions: versionRanges,
  pageSize: positive,
  maxArgumentBytes: positive,
  waitingCalls: optionsOf({ maxPerClient: positive, maxCalls: positive, maxBytes: positive }),
  rounds: oneOf('held', 'replayed'),
  cluster: optionsOf<Cluster>({ events: eventBus, rounds: object, sessions: object }, 'events'),
  key: signingKeys,
  maskErrors: flagOrCallback,
  name: string,
  title: string,
  version: string,
  instructions: string,
  server: callback,
  maxMessageValues: positive,
  tasks: optionsOf({
    maxPerClient: positive,
    maxTasks: positive,
    maxBytes: positive,
    ttlMs: positive,
    pollIntervalMs: positive,
  }),
  closeTimeoutMs: positive,
  onError: callback,
  telemetry: mcpObserver,
  era: oneOf('2025-11-25', '2026-07-28'),
  sessions: flagOr(optionsOf({ maxSessions: positive, maxSessionsPerClient: positive, idleTimeoutMs: positive })),
  eventStore: object,
  authorization: optionsOf<Authorization>(authorization, 'verify'),
  clientOf: callback,
  allowedHosts: either(oneOf('*'), strings),
  allowedOrigins: strings,
  maxBodyBytes: positive,
  requestTimeoutMs: positive,
};
