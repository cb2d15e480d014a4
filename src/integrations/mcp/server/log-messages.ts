import { toJsonValue } from '../../../call/response/json-value.js';
import type { LogLevel, ToolLogEntry } from '../../../index.js';
import { type McpLogLevel, mcpLogLevels } from '../protocol/messages.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import { type LabelMeta, labelMeta } from '../protocol/sent-labels.js';

/** The params of `notifications/message`. */
export interface McpLogMessage extends LabelMeta {
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

/** Converts a log entry of a tool to a log message: only the text, or the text with its data. */
export function toLogMessage({ level, toolName, message, data, flow }: ToolLogEntry): McpLogMessage {
  const json = data === undefined ? undefined : jsonOf(data);
  return {
    level: levelOf[level],
    logger: toolName,
    data: json === undefined ? message : { message, data: json },
    ...labelMeta(flow),
  };
}

/** Whether the level of a message is at least `least`. */
export function isLogged({ level }: { readonly level?: unknown }, least: McpLogLevel): boolean {
  const levels: readonly unknown[] = mcpLogLevels;
  return levels.indexOf(level) >= levels.indexOf(least);
}

/** Reads the level of `logging/setLevel`. Throws an McpProtocolError if it is not a level. */
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
