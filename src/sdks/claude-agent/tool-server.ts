import type { McpAttachOptions } from 'toolwright/mcp';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import {
  anyValue,
  callback,
  either,
  flagOrCallback,
  object,
  oneOf,
  optionsOf,
  positive,
  string,
  strings,
} from '../../base/options/option-rules.js';
import { loadPackage } from '../../base/runtime/load-package.js';
import { signingKeys } from '../../base/runtime/signing-keys.js';
import type { Toolkit } from '../../facade/toolkit.js';
import type { ToolkitSession } from '../../facade/toolkit-session.js';
import { eventBus } from '../../stores/event-bus.js';
import { checkScope } from '../../toolkit/check-scope.js';
import { versionRanges } from '../../toolkit/tool-versions.js';

/** The options of `toolServer`. */
export interface ToolServerOptions extends McpAttachOptions {
  /** The name of the server. A model sees the tools as `mcp__key__tool`, with the key of the server in `mcpServers`. */
  readonly name: string;
  /** The version of the server. @default '1.0.0' */
  readonly version?: string | undefined;
  /** Instructions for the model on how to use the tools. @default the instructions of the active groups */
  readonly instructions?: string | undefined;
  /**
   * The time limit of a call, in milliseconds, which the agent enforces. The agent ignores a value below 1000.
   *
   * @default the limit of the agent
   */
  readonly timeoutMs?: number | undefined;
}

type Within<Name extends keyof ToolServerOptions> = Exclude<
  NonNullable<ToolServerOptions[Name]>,
  (...args: never[]) => unknown
> &
  object;

const optionNames: OptionNames<ToolServerOptions> = {
  auth: anyValue,
  sessionState: callback,
  requestState: either(callback, optionsOf<Within<'requestState'>>({ replaces: strings, state: callback }, 'state')),
  versions: versionRanges,
  pageSize: positive,
  maxArgumentBytes: positive,
  waitingCalls: optionsOf<Within<'waitingCalls'>>({ maxPerClient: positive, maxCalls: positive, maxBytes: positive }),
  rounds: oneOf('held', 'replayed'),
  cluster: optionsOf<Within<'cluster'>>({ events: eventBus, rounds: object, sessions: object }, 'events'),
  key: signingKeys,
  maskErrors: flagOrCallback,
  closeTimeoutMs: positive,
  onError: callback,
  name: string,
  version: string,
  instructions: string,
  timeoutMs: positive,
};

/** A server for the option `mcpServers` of the Claude Agent SDK. It runs in this process. */
export interface ClaudeToolServer {
  type: 'sdk';
  name: string;
  timeout?: number;
  // biome-ignore lint/suspicious/noExplicitAny: the class McpServer has private members, so only its own copy fits.
  instance: any;
}

/**
 * Creates a server with the tools of a toolkit or session for the option `mcpServers` of the Claude Agent SDK. Create one
 * for each `query()`. The client of a toolkit gets its own session. A session that is passed is that of all calls.
 *
 * Requires the package `@modelcontextprotocol/sdk`, which the SDK requires too.
 *
 * @example
 * ```ts
 * const shop = await toolServer(toolkit, { name: 'shop' });
 * const messages = query({ prompt, options: { mcpServers: { shop }, allowedTools: ['mcp__shop__*'] } });
 * ```
 * @throws DefinitionError if the package is not installed, on an invalid limit, and on an option of another session.
 */
export async function toolServer(
  scope: Toolkit | ToolkitSession,
  options: ToolServerOptions,
): Promise<ClaudeToolServer> {
  checkScope(scope, 'toolServer');
  checkOptionNames(options, optionNames, 'toolServer');
  const { name, version = '1.0.0', timeoutMs, ...rest } = options;
  const { instructions = scope.getGroupInstructions(), ...attachOptions } = rest;
  const { McpServer, attachMcp } = await loadPackage(loadMcp, 'toolServer', '@modelcontextprotocol/sdk');
  const instance = new McpServer({ name, version }, instructions === '' ? {} : { instructions });
  await attachMcp(scope, instance, attachOptions);
  return { type: 'sdk', name, ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }), instance };
}

async function loadMcp() {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const { attachMcp } = await import('toolwright/mcp/v1');
  return { McpServer, attachMcp };
}
