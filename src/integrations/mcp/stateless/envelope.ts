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
  const broken = rules.find(({ parents, name, isValid }) => {
    const parent = parents.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), meta);
    return isRecord(parent) && !isValid(parent[name]);
  });
  return broken && { key: [...broken.parents, broken.name].join('.'), problem: broken.problem };
}

/** What a value of `_meta` must be if the object that contains it exists. */
interface Rule {
  readonly parents: readonly string[];
  readonly name: string;
  readonly isValid: (value: unknown) => boolean;
  readonly problem: string;
}

const { version, capabilities, clientInfo, logLevel } = envelopeKeys;

/** The rules in the order in which they are checked: that of an object is before those of its values. */
const rules: readonly Rule[] = [
  rule([version], isString, 'must be a string'),
  rule([clientInfo], optional(isRecord), 'must be an object'),
  ...['name', 'version'].map((name) => rule([clientInfo, name], isString, 'must be a string')),
  ...['title', 'description', 'websiteUrl'].map((name) =>
    rule([clientInfo, name], optional(isString), 'must be a string'),
  ),
  rule([clientInfo, 'icons'], optional(isListOfIcons), 'must be a list of icons'),
  rule([capabilities], isRecord, 'must be an object'),
  ...['experimental', 'extensions'].map((name) => {
    return rule([capabilities, name], optional(isRecordOfRecords), 'must be an object of objects');
  }),
  ...[['sampling'], ['sampling', 'context'], ['sampling', 'tools'], ['elicitation'], ['elicitation', 'form']].map(
    object,
  ),
  ...[['elicitation', 'url'], ['roots']].map(object),
  rule([capabilities, 'roots', 'listChanged'], optional(isBoolean), 'must be true or false'),
  rule([logLevel], optional(isLogLevel), `must be one of ${mcpLogLevels.join(', ')}`),
];

function rule(path: readonly string[], isValid: Rule['isValid'], problem: string): Rule {
  return { parents: path.slice(0, -1), name: path.at(-1) ?? '', isValid, problem };
}

/** Returns the rule of a capability, which has no values that the protocol defines. */
function object(path: readonly string[]): Rule {
  return rule([capabilities, ...path], optional(isRecord), 'must be an object');
}

function optional(isValid: Rule['isValid']): Rule['isValid'] {
  return (value) => value === undefined || isValid(value);
}

function isListOfIcons(value: unknown): boolean {
  return Array.isArray(value) && value.every(isIcon);
}

function isIcon(icon: unknown): boolean {
  if (!isRecord(icon) || !isString(icon.src)) return false;
  const { mimeType, sizes, theme } = icon;
  const areSizes = sizes === undefined || (Array.isArray(sizes) && sizes.every(isString));
  return optional(isString)(mimeType) && areSizes && [undefined, 'light', 'dark'].some((one) => one === theme);
}

function isLogLevel(value: unknown): value is McpLogLevel {
  return mcpLogLevels.some((level) => level === value);
}

/** Whether a value is a token that associates progress notifications with a request. */
export function isProgressToken(value: unknown): value is McpProgressToken {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isRecordOfRecords(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isRecord);
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}
