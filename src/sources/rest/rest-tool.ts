import { checkOptionNames, type OptionNames, ownOptions } from '../../base/options/check-options.js';
import type { ToolContext } from '../../call/tool-context.js';
import type { ToolArguments } from '../../call/tool-executor.js';
import { ToolSpec } from '../../tool/spec/tool-spec.js';
import { createOperation, type OperationOptions, operationNames } from './create-operation.js';
import { createGeneralTool, type GeneralRestToolOptions, generalNames } from './general-tool.js';
import { readHttpUrl } from './http/read-http-url.js';
import { authorNamesOf, checkRequestNames, joinNames } from './request-names.js';
import { clientNames, RestClient, type RestClientOptions } from './rest-client.js';
import {
  addStateKeys,
  defaultTimeoutMs,
  type RestRequestOptions,
  readFixedParts,
  requestNames,
} from './rest-request-options.js';
import { runOperation } from './run-operation.js';

/** The options of a tool that runs an HTTP operation. */
export interface RestToolOptions extends RestRequestOptions, OperationOptions, RestClientOptions {}

const optionNames: OptionNames<RestToolOptions> = { ...requestNames, ...operationNames, ...clientNames };

/**
 * Creates a tool that runs one HTTP operation. Requires the package undici. Without `method` and `path`, the model
 * chooses both, within the operations in `allow`.
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
export function restTool(options: RestToolOptions | GeneralRestToolOptions): ToolSpec {
  const where = options.name;
  if (isOperation(options)) checkOptionNames(options, optionNames, where);
  const { auth, limits, outbound, ...others } = ownOptions(options, { ...optionNames, ...generalNames });
  const baseUrl = readHttpUrl(options.baseUrl, `${where}: baseUrl`);
  const client = new RestClient({ auth, limits, outbound }, baseUrl, where);
  return isOperation(others) ? createRestTool(others, client) : createGeneralTool(others, client);
}

function isOperation<T extends object>(options: T): options is Extract<T, OperationOptions> {
  return 'path' in options || 'method' in options;
}

/**
 * Creates a tool whose requests are sent by a client, which several tools may share.
 *
 * @throws DefinitionError if an option is invalid.
 */
function createRestTool(options: Omit<RestToolOptions, keyof RestClientOptions>, client: RestClient): ToolSpec {
  const { baseUrl, method, path, placement, body, response, headers, query, ...definition } = options;
  const where = definition.name;
  const fixed = readFixedParts({ baseUrl, headers, query }, where);
  const execute = (args: ToolArguments, ctx: ToolContext): Promise<unknown> =>
    runOperation({ operation, fixed, client, ctx }, args);
  const state = addStateKeys(definition.state, client.stateKeys);
  const executor = { kind: 'rest', execute };
  const spec = ToolSpec.create({ timeoutMs: defaultTimeoutMs, ...definition, state, executor });
  const names = [...Object.keys(spec.params), ...Object.keys(spec.bindings)];
  const operation = createOperation({ method, path, placement, body, response }, names, where);
  const author = { names: joinNames(authorNamesOf(fixed), client.names), bound: Object.keys(spec.bindings) };
  checkRequestNames(operation, author, where);
  return spec;
}
