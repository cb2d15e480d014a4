import type { McpHandlerOptions } from 'toolwright/mcp';
import type { OptionNames } from '../base/options/check-options.js';

/**
 * The names of the options of the MCP endpoint. They are listed here too, because `toolwright/mcp` is loaded with the first
 * request, and a mistake is reported when the application starts.
 */
export const mcpHandlerNames: OptionNames<Omit<McpHandlerOptions, 'path'>> = {
  sessionState: true,
  requestState: { replaces: true, state: true },
  versions: true,
  pageSize: true,
  maxArgumentBytes: true,
  waitingCalls: { maxPerClient: true, maxCalls: true, maxBytes: true },
  rounds: true,
  cluster: { events: true, rounds: true, sessions: true },
  key: true,
  maskErrors: true,
  name: true,
  title: true,
  version: true,
  instructions: true,
  server: true,
  maxMessageValues: true,
  closeTimeoutMs: true,
  onError: true,
  era: true,
  sessions: { maxSessions: true, maxSessionsPerClient: true, idleTimeoutMs: true },
  eventStore: true,
  authorization: {
    verify: true,
    scopes: true,
    anonymous: true,
    audience: true,
    resource: { resource: true, authorizationServers: true, scopesSupported: true, name: true, documentation: true },
  },
  clientOf: true,
  allowedHosts: true,
  allowedOrigins: true,
  maxBodyBytes: true,
  requestTimeoutMs: true,
};
