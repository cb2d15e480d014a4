import type { LogLevel, ToolLogEntry } from '../../index.js';
import { toJsonValue } from '../../response/json-value.js';
import { type McpLogLevel, mcpLogLevels } from '../protocol/messages.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';

/** What `notifications/message` carries. */
export interface McpLogMessage {
  readonly level: McpLogLevel;
  readonly logger: string;
  readonly data: unknown;
}

const levelOf: Readonly<Record<LogLevel, McpLogLevel>> = {
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
};

/** What a tool noted, as the protocol carries it: the message alone, or with its data. */
export function toLogMessage({ level, toolName, message, data }: ToolLogEntry): McpLogMessage {
  const json = data === undefined ? undefined : jsonOf(data);
  return { level: levelOf[level], logger: toolName, data: json === undefined ? message : { message, data: json } };
}

/** Whether a message matters enough for a client that asked for a level. */
export function isLogged({ level }: McpLogMessage, least: McpLogLevel): boolean {
  return mcpLogLevels.indexOf(level) >= mcpLogLevels.indexOf(least);
}

/** Reads the level of `logging/setLevel`. Throws a McpProtocolError on a word that is none. */
export function readLogLevel(level: unknown): McpLogLevel {
  const found = mcpLogLevels.find((one) => one === level);
  if (found !== undefined) return found;
  throw new McpProtocolError(rpcErrorCodes.invalidParams, `Invalid level. The levels are ${mcpLogLevels.join(', ')}.`);
}

function jsonOf(data: unknown): unknown {
  try {
    return toJsonValue(data);
  } catch {
    return undefined;
  }
}
