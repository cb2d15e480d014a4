import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import {
  type McpClientCapabilities,
  type McpLogLevel,
  type McpProgressToken,
  mcpLogLevels,
} from '../protocol/messages.js';
import { capabilitiesKey } from '../protocol/task-capability.js';

/** The keys of `_meta` that each request of protocol version 2026-07-28 has (specification, basic, `_meta`). */
export const envelopeKeys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: capabilitiesKey,
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
} as const;

/** The `_meta` of a request: what its client is, can do and wants to receive. */
export interface RequestEnvelope {
  readonly [envelopeKeys.version]: string;
  readonly [envelopeKeys.capabilities]: McpClientCapabilities;
  readonly [envelopeKeys.clientInfo]?: ClientInfo | undefined;
  /** The lowest level of the log messages that the client receives; undefined for none. */
  readonly [envelopeKeys.logLevel]?: McpLogLevel | undefined;
  readonly progressToken?: McpProgressToken | undefined;
  readonly [key: string]: unknown;
}

/** The name of a client. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly websiteUrl?: string | undefined;
}

/** A key of `_meta` that is missing or has an invalid value. */
export interface EnvelopeProblem {
  readonly key: string;
  readonly problem: string;
}

/** Checks whether a `_meta` has what each request must have. */
export function isEnvelope(meta: Readonly<Record<string, unknown>>): meta is RequestEnvelope {
  return envelopeProblem(meta) === undefined;
}

/** Returns the first problem of a `_meta`; undefined if it has what each request must have. */
export function envelopeProblem(meta: Readonly<Record<string, unknown>>): EnvelopeProblem | undefined {
  const missing = [envelopeKeys.version, envelopeKeys.capabilities].find((key) => meta[key] === undefined);
  if (missing !== undefined) return { key: missing, problem: 'missing' };
  const found = checks.find(([key, isValid]) => meta[key] !== undefined && !isValid(meta[key]));
  return found && { key: found[0], problem: found[2] };
}

type Check = readonly [key: string, isValid: (value: unknown) => boolean, problem: string];

const checks: readonly Check[] = [
  [envelopeKeys.version, isString, 'must be a string'],
  [envelopeKeys.capabilities, isCapabilities, 'must be an object of capabilities'],
  [envelopeKeys.clientInfo, isClientInfo, 'must be an object with a name and a version'],
  [envelopeKeys.logLevel, isLogLevel, `must be one of ${mcpLogLevels.join(', ')}`],
];

function isCapabilities(value: unknown): value is McpClientCapabilities {
  if (!isRecord(value)) return false;
  const { experimental, sampling, elicitation, roots, extensions } = value;
  return (
    [experimental, extensions].every((one) => one === undefined || isRecordOfRecords(one)) &&
    hasRecords(sampling, ['context', 'tools']) &&
    hasRecords(elicitation, ['form', 'url']) &&
    hasRecords(roots, []) &&
    isOptional(isRecord(roots) ? roots.listChanged : undefined, (one) => typeof one === 'boolean')
  );
}

function isClientInfo(value: unknown): value is ClientInfo {
  if (!isRecord(value)) return false;
  const { name, version, title, description, websiteUrl, icons } = value;
  return (
    isString(name) &&
    isString(version) &&
    [title, description, websiteUrl].every((one) => isOptional(one, isString)) &&
    isOptional(icons, (all) => Array.isArray(all) && all.every((icon) => isRecord(icon) && isString(icon.src)))
  );
}

function isLogLevel(value: unknown): value is McpLogLevel {
  return mcpLogLevels.some((level) => level === value);
}

/** Whether a value is a token that associates progress notifications with a request. */
export function isProgressToken(value: unknown): value is McpProgressToken {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** Whether an optional value is an object whose named properties are objects. */
function hasRecords(value: unknown, names: readonly string[]): boolean {
  return value === undefined || (isRecord(value) && names.every((name) => isOptional(value[name], isRecord)));
}

function isRecordOfRecords(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isRecord);
}

function isOptional(value: unknown, isValid: (value: unknown) => boolean): boolean {
  return value === undefined || isValid(value);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}
