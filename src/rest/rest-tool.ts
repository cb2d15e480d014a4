import { collectSecrets, redactText } from '../execution/redact.js';
import type { ToolContext } from '../execution/tool-context.js';
import type { ToolArguments } from '../execution/tool-executor.js';
import { type ExecutorToolOptions, ToolSpec } from '../spec/tool-spec.js';
import type { Secret } from '../state/secret.js';
import type { Access } from './auth/authenticate.js';
import { revealText } from './auth/credential.js';
import { buildRequest, type FixedParts } from './build-request.js';
import { createOperation, type OperationOptions } from './create-operation.js';
import { lowerNames } from './header-text.js';
import type { Operation } from './operation.js';
import { readHttpUrl } from './read-http-url.js';
import { readExplanation, readResponse } from './read-response.js';
import { RestClient, type RestClientOptions } from './rest-client.js';
import { createStatusError } from './status-error.js';

/** The options of a tool that runs an HTTP operation. */
export interface RestToolOptions extends Omit<ExecutorToolOptions, 'executor'>, OperationOptions, RestClientOptions {
  /** The URL to which `path` is appended. Its host and its port are allowed, also if its address is private. */
  readonly baseUrl: string | URL;
  /** The headers that each request has. A secret is never shown. @default none */
  readonly headers?: Readonly<Record<string, string | Secret<string>>> | undefined;
  /** The parameters that each query has. A secret is never shown. @default none */
  readonly query?: Readonly<Record<string, string | number | boolean | Secret<string>>> | undefined;
  /** The time limit of one attempt, in milliseconds. @default 60000 */
  readonly timeoutMs?: number | undefined;
}

/** The time limit of one attempt of a tool that sets none, in milliseconds. */
export const defaultTimeoutMs = 60_000;

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
  const where = options.name;
  const { auth, limits, outbound, ...operation } = options;
  const baseUrl = readHttpUrl(options.baseUrl, `${where}: baseUrl`);
  return createRestTool(operation, new RestClient({ auth, limits, outbound }, baseUrl, where));
}

/**
 * Creates a tool whose requests are sent by a client, which several tools may share.
 *
 * @throws DefinitionError if an option is invalid.
 */
export function createRestTool(options: Omit<RestToolOptions, keyof RestClientOptions>, client: RestClient): ToolSpec {
  const { baseUrl, method, path, placement, body, headers = {}, query = {}, ...definition } = options;
  const where = definition.name;
  const fixed = { baseUrl: readHttpUrl(baseUrl, `${where}: baseUrl`), headers: lowerNames(headers), query };
  const execute = (args: ToolArguments, ctx: ToolContext): Promise<unknown> =>
    runOperation({ operation, fixed, client, ctx }, args);
  const state = addStateKeys(definition.state, client.stateKeys);
  const executor = { kind: 'rest', execute };
  const spec = ToolSpec.create({ timeoutMs: defaultTimeoutMs, ...definition, state, executor });
  const names = [...Object.keys(spec.params), ...Object.keys(spec.bindings)];
  const operation = createOperation({ method, path, placement, body }, names, where);
  return spec;
}

/** The parts of the call of an operation. */
export interface OperationRun {
  readonly operation: Operation;
  readonly fixed: { readonly baseUrl: URL; readonly headers: object; readonly query: object };
  readonly client: RestClient;
  readonly ctx: ToolContext;
}

/** Sends the request of a call, and reads the response. */
export async function runOperation(
  { operation, fixed, client, ctx }: OperationRun,
  args: ToolArguments,
): Promise<unknown> {
  const parts: FixedParts = { ...fixed, headers: revealAll(fixed.headers), query: revealAll(fixed.query) };
  const known = collectSecrets([fixed.headers, fixed.query, args]);
  const { request, response, secrets } = await client.send(
    (access) => buildRequest(operation, addAccess(parts, access), revealArguments(args)),
    ctx,
    known,
  );
  if (response.status < 300) {
    return readResponse(response, client.limits.maxBytes, request.url.origin + request.url.pathname);
  }
  // A server may repeat a credential in its explanation.
  throw createStatusError(response, redactText(await readExplanation(response), secrets));
}

function addAccess(fixed: FixedParts, { headers, query }: Access): FixedParts {
  const merged = { ...fixed.headers, ...headers };
  const cookie = [fixed.headers.cookie, headers.cookie].filter((text) => text !== undefined).join('; ');
  return {
    ...fixed,
    headers: cookie === '' ? merged : { ...merged, cookie },
    query: { ...fixed.query, ...query },
  };
}

/** Adds the keys of credentials to the paths of a tool's state scope, so that a call can read them. */
function addStateKeys(state: RestToolOptions['state'], keys: readonly string[]): RestToolOptions['state'] {
  if (keys.length === 0 || (state !== undefined && !Array.isArray(state))) return state;
  return [...((state ?? []) as readonly string[]), ...keys];
}

function revealAll(values: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(revealText(value))]));
}

function revealArguments(args: ToolArguments): ToolArguments {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, revealText(value)]));
}
