import type { McpHandlerOptions } from 'toolwright/mcp';
import type { OptionNames } from '../../../base/options/check-options.js';
import { callback, flagOrCallback, object, oneOf, string, strings } from '../../../base/options/option-rules.js';

/**
 * The names of the options of the MCP endpoint. They are listed here too, because `toolwright/mcp` is loaded with the first
 * request, and a mistake is reported when the application starts.
 */
export const mcpHandlerNames: OptionNames<Omit<McpHandlerOptions, 'path'>> = {
  sessionState: callback,
  requestState: { replaces: true, state: true },
  versions: object,
  pageSize: true,
  maxArgumentBytes: true,
  waitingCalls: { maxPerClient: true, maxCalls: true, maxBytes: true },
  rounds: oneOf('held', 'replayed'),
  cluster: { events: true, rounds: true, sessions: true },
  key: true,
  maskErrors: flagOrCallback,
  name: string,
  title: string,
  version: string,
  instructions: string,
  server: callback,
  maxMessageValues: true,
  closeTimeoutMs: true,
  onError: callback,
  era: oneOf('2025-11-25', '2026-07-28'),
  sessions: { maxSessions: true, maxSessionsPerClient: true, idleTimeoutMs: true },
  eventStore: object,
  authorization: {
    verify: true,
    scopes: true,
    anonymous: true,
    audience: true,
    resource: { resource: true, authorizationServers: true, scopesSupported: true, name: true, documentation: true },
  },
  clientOf: callback,
  allowedHosts: true,
  allowedOrigins: strings,
  maxBodyBytes: true,
  requestTimeoutMs: true,
};
