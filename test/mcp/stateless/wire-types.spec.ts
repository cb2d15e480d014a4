import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  LOG_LEVEL_META_KEY,
  type LoggingLevel,
  PROTOCOL_VERSION_META_KEY,
  type ProgressToken,
  type SubscriptionFilter as SdkFilter,
} from '@modelcontextprotocol/server';
import type {
  McpClientCapabilities,
  McpLogLevel,
  McpProgressToken,
} from '../../../src/integrations/mcp/protocol/messages.js';
import { type ClientInfo, envelopeKeys, envelopeProblem } from '../../../src/integrations/mcp/stateless/envelope.js';
import type { SubscriptionFilter } from '../../../src/integrations/mcp/stateless/subscription.js';

/** `true` if each value of the second type is one of the first. */
type Accepts<Wide, Narrow> = [Narrow] extends [Wide] ? true : false;

// Compiling this file is the check: the guards accept what the declarations of the SDK describe.
const accepted: {
  readonly capabilities: Accepts<McpClientCapabilities, ClientCapabilities>;
  readonly clientInfo: Accepts<ClientInfo, Implementation>;
  readonly logLevel: Accepts<McpLogLevel, LoggingLevel>;
  readonly allLevels: Accepts<LoggingLevel, McpLogLevel>;
  readonly progressToken: Accepts<McpProgressToken, ProgressToken>;
  readonly filter: Accepts<SubscriptionFilter, SdkFilter>;
  readonly knownChanges: Accepts<keyof SubscriptionFilter, keyof SdkFilter>;
} = {
  capabilities: true,
  clientInfo: true,
  logLevel: true,
  allLevels: true,
  progressToken: true,
  filter: true,
  knownChanges: true,
};

describe('the guards of what clients of 2026-07-28 send', () => {
  it('read the keys that the SDK declares', () => {
    expect(envelopeKeys).toEqual({
      version: PROTOCOL_VERSION_META_KEY,
      capabilities: CLIENT_CAPABILITIES_META_KEY,
      clientInfo: CLIENT_INFO_META_KEY,
      logLevel: LOG_LEVEL_META_KEY,
    });
  });

  it('accept what the declarations of the SDK describe', () => {
    const capabilities: ClientCapabilities = {
      elicitation: { form: { applyDefaults: true }, url: {} },
      sampling: { context: {}, tools: {} },
      roots: {},
      experimental: { own: {} },
      extensions: { 'io.modelcontextprotocol/tasks': {} },
    };
    const clientInfo: Implementation = { name: 'test', version: '1', icons: [{ src: 'https://example.com/icon' }] };
    const logLevel: LoggingLevel = 'notice';
    const envelope = {
      [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
      [CLIENT_CAPABILITIES_META_KEY]: capabilities,
      [CLIENT_INFO_META_KEY]: clientInfo,
      [LOG_LEVEL_META_KEY]: logLevel,
    };
    expect(envelopeProblem(envelope)).toBeUndefined();
    expect(Object.values(accepted)).not.toContain(false);
  });
});
