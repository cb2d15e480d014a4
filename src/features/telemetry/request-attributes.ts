import type { Attributes } from '@opentelemetry/api';
import type { McpObservedAnswer, McpObservedRequest } from '../../base/network/mcp-observer.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';

/** The failure of a request. */
export interface RequestFailure {
  /** The value of `error.type`. */
  readonly type: string;
  /** The code of a JSON-RPC error; undefined for other failures. */
  readonly code?: string;
  readonly message?: string | undefined;
}

// The methods of requests in the specifications up to 2026-07-28 and in the extension for tasks.
const knownMethods: ReadonlySet<string> = new Set([
  ...['initialize', 'ping', 'server/discover', 'subscriptions/listen', 'completion/complete', 'logging/setLevel'],
  ...['tools/list', 'tools/call', 'prompts/list', 'prompts/get', 'roots/list'],
  ...['resources/list', 'resources/read', 'resources/templates/list', 'resources/subscribe', 'resources/unsubscribe'],
  ...['elicitation/create', 'sampling/createMessage'],
  ...['tasks/get', 'tasks/list', 'tasks/result', 'tasks/update', 'tasks/cancel'],
]);

// Names have at most 64 characters, but a client may send any name.
const maxNameLength = 64;

/** Returns the method of a request as spans and metrics name it: clients may invent any number of methods. */
function recordedMethod({ method }: McpObservedRequest): string {
  return knownMethods.has(method) ? method : '_OTHER';
}

/** Returns the name of the span of a request. */
export function nameOfRequest(request: McpObservedRequest): string {
  const target = targetOf(request);
  return target === undefined ? recordedMethod(request) : `${recordedMethod(request)} ${target}`;
}

/**
 * Creates the attributes of the span of a request.
 *
 * The names follow version 0.1.0 of OpenTelemetry's conventions for MCP:
 * https://github.com/open-telemetry/semantic-conventions-genai/blob/v0.1.0/docs/gen-ai/mcp.md
 */
export function createRequestAttributes(request: McpObservedRequest): Attributes {
  const { method, params, id, sessionId, url } = request;
  const isAboutResource = ['resources/read', 'resources/subscribe', 'resources/unsubscribe'].includes(method);
  return withoutUndefined({
    ...createMetricAttributes(request),
    ...targetAttributes(request),
    'jsonrpc.request.id': id === undefined ? undefined : String(id),
    'mcp.session.id': sessionId,
    'mcp.resource.uri': isAboutResource && typeof params?.uri === 'string' ? params.uri : undefined,
    'server.address': url?.hostname,
    'server.port': url === undefined ? undefined : portOf(url),
  });
}

/** Creates the attributes of the end of a request. */
export function createAnswerAttributes(
  answer: McpObservedAnswer | undefined,
  failure: RequestFailure | undefined,
): Attributes {
  return withoutUndefined({
    'mcp.protocol.version': negotiatedIn(answer),
    'error.type': failure?.type,
    'rpc.response.status_code': failure?.code,
  });
}

/** Creates the attributes of the measurement of a request. */
export function createMeasuredAttributes(
  request: McpObservedRequest,
  answer: McpObservedAnswer | undefined,
  failure: RequestFailure | undefined,
): Attributes {
  // A server refuses names that it does not have with an error, and clients may invent any number of them.
  const isKnown = request.side === 'client' || failure?.code === undefined;
  return {
    ...createMetricAttributes(request),
    ...(isKnown ? targetAttributes(request) : {}),
    ...createAnswerAttributes(answer, failure),
  };
}

/** Returns the failure that an answer states; undefined if the request succeeded. */
export function failureOf(answer: McpObservedAnswer | undefined): RequestFailure | undefined {
  if (answer === undefined)
    return { type: 'interrupted', message: 'The request was cancelled before it was answered.' };
  if ('failure' in answer) return { type: answer.failure };
  if ('error' in answer) {
    const code = String(answer.error.code);
    return { type: code, code, message: answer.error.message };
  }
  return isRecord(answer.result) && answer.result.isError === true ? { type: 'tool_error' } : undefined;
}

function createMetricAttributes(request: McpObservedRequest): Attributes {
  const { method, protocolVersion, transport } = request;
  return withoutUndefined({
    'mcp.method.name': recordedMethod(request),
    'mcp.protocol.version': protocolVersion,
    'gen_ai.operation.name': method === 'tools/call' ? 'execute_tool' : undefined,
    'network.transport': transport && (transport === 'stdio' ? 'pipe' : 'tcp'),
    'network.protocol.name': transport === 'http' ? 'http' : undefined,
  });
}

function targetAttributes(request: McpObservedRequest): Attributes {
  const target = targetOf(request);
  if (target === undefined) return {};
  return request.method === 'tools/call' ? { 'gen_ai.tool.name': target } : { 'gen_ai.prompt.name': target };
}

/** Returns the name of the tool or the prompt that a request is about. */
function targetOf({ method, params }: McpObservedRequest): string | undefined {
  if (method !== 'tools/call' && method !== 'prompts/get') return undefined;
  return typeof params?.name === 'string' ? params.name.slice(0, maxNameLength) : undefined;
}

/** Returns the protocol version in the answer to `initialize`. */
function negotiatedIn(answer: McpObservedAnswer | undefined): string | undefined {
  if (answer === undefined || !('result' in answer) || !isRecord(answer.result)) return undefined;
  const { protocolVersion } = answer.result;
  return typeof protocolVersion === 'string' ? protocolVersion : undefined;
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

function withoutUndefined(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
