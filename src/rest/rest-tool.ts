import { DefinitionError } from '../errors.js';
import { collectSecrets, redactText } from '../execution/redact.js';
import type { ToolContext } from '../execution/tool-context.js';
import type { ToolArguments } from '../execution/tool-executor.js';
import { mergeLimits } from '../merge-limits.js';
import { type OutboundOptions, OutboundRules } from '../outbound-rules.js';
import { type ExecutorToolOptions, ToolSpec } from '../spec/tool-spec.js';
import { Secret } from '../state/secret.js';
import { previewValue } from '../value-preview.js';
import { buildRequest, type FixedParts } from './build-request.js';
import { createOperation, type OperationOptions } from './create-operation.js';
import { createGuardedAgent } from './guarded-agent.js';
import type { Operation } from './operation.js';
import { readExplanation, readResponse } from './read-response.js';
import { type SendSettings, sendRequest } from './send-request.js';
import { createStatusError } from './status-error.js';

/** The limits of the requests of a tool. */
export interface RestLimits {
  /** The time limit for establishing a connection, in milliseconds. @default 10000 */
  readonly connectTimeoutMs: number;
  /** The longest time without a byte of the response, in milliseconds. @default 30000 */
  readonly idleTimeoutMs: number;
  /** The largest number of redirects that a request follows. @default 5 */
  readonly maxRedirects: number;
  /** The largest decoded response, in bytes. @default 10485760 */
  readonly maxBytes: number;
}

/** The options of a tool that runs an HTTP operation. */
export interface RestToolOptions extends Omit<ExecutorToolOptions, 'executor'>, OperationOptions {
  /** The URL to which `path` is appended. Its host and its port are allowed, also if its address is private. */
  readonly baseUrl: string | URL;
  /** The headers that each request has. A secret is never shown. @default none */
  readonly headers?: Readonly<Record<string, string | Secret<string>>> | undefined;
  /** The parameters that each query has. A secret is never shown. @default none */
  readonly query?: Readonly<Record<string, string | number | boolean | Secret<string>>> | undefined;
  /** The limits of a request and its response. */
  readonly limits?: Partial<RestLimits> | undefined;
  /** The further hosts to which a redirect may lead. Public addresses are always allowed. */
  readonly outbound?: OutboundOptions | undefined;
  /** The time limit of one attempt, in milliseconds. @default 60000 */
  readonly timeoutMs?: number | undefined;
}

const defaultLimits: RestLimits = Object.freeze({
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  maxRedirects: 5,
  maxBytes: 10 * 1024 * 1024,
});

const defaultTimeoutMs = 60_000;

/**
 * Creates a tool that runs one HTTP operation. Requires the package undici.
 *
 * @example
 * ```ts
 * const getUser = restTool({
 *   name: 'get_user',
 *   description: 'Returns a user.',
 *   inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
 *   baseUrl: 'https://api.example.com/v1',
 *   method: 'GET',
 *   path: '/users/{id}',
 * });
 * ```
 * @throws DefinitionError if an option is invalid.
 */
export function restTool(options: RestToolOptions): ToolSpec {
  const { baseUrl, method, path, placement, body, headers = {}, query = {}, limits, outbound, ...definition } = options;
  const where = definition.name;
  const fixed = { baseUrl: readBaseUrl(baseUrl, where), headers: lowerNames(headers), query };
  const merged = mergeLimits(defaultLimits, limits, `${where}: limits`);
  const rules = OutboundRules.read(outbound, `${where}: outbound`).allowUrl(fixed.baseUrl);
  const dispatcher = createGuardedAgent({ rules, connectTimeoutMs: merged.connectTimeoutMs });
  const execute = (args: ToolArguments, { signal }: ToolContext): Promise<unknown> =>
    runOperation(
      { operation, fixed, maxBytes: merged.maxBytes, settings: { ...merged, dispatcher, rules, signal } },
      args,
    );
  const spec = ToolSpec.create({ timeoutMs: defaultTimeoutMs, ...definition, executor: { kind: 'rest', execute } });
  const names = [...Object.keys(spec.params), ...Object.keys(spec.bindings)];
  const operation = createOperation({ method, path, placement, body }, names, where);
  return spec;
}

/** The parts of the call of an operation. */
interface OperationRun {
  readonly operation: Operation;
  readonly fixed: { readonly baseUrl: URL; readonly headers: object; readonly query: object };
  readonly maxBytes: number;
  readonly settings: SendSettings;
}

async function runOperation(
  { operation, fixed, maxBytes, settings }: OperationRun,
  args: ToolArguments,
): Promise<unknown> {
  const parts: FixedParts = { ...fixed, headers: revealAll(fixed.headers), query: revealAll(fixed.query) };
  const request = buildRequest(operation, parts, revealArguments(args));
  const response = await sendRequest(request, settings);
  if (response.status < 300) return readResponse(response, maxBytes, request.url.origin + request.url.pathname);
  // A server may repeat a credential in its explanation.
  const secrets = collectSecrets([fixed.headers, fixed.query, args]);
  throw createStatusError(response, redactText(await readExplanation(response), secrets));
}

function readBaseUrl(baseUrl: unknown, where: string): URL {
  const text = String(baseUrl);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isValid = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === '';
  if (isValid) return url;
  throw new DefinitionError(
    `${where}: baseUrl must be an http(s) URL without a user name and a fragment, not ${previewValue(baseUrl)}.`,
  );
}

function lowerNames<T>(headers: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function revealAll(values: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(reveal(value))]));
}

function revealArguments(args: ToolArguments): ToolArguments {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, reveal(value)]));
}

function reveal(value: unknown): unknown {
  return Secret.is(value) ? value.reveal() : value;
}
