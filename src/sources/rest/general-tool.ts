import { DefinitionError } from '../../base/errors/errors.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import type { ToolContext } from '../../call/tool-context.js';
import type { ToolArguments } from '../../call/tool-executor.js';
import { ToolSpec } from '../../tool/spec/tool-spec.js';
import { type OperationOptions, responseFormat } from './create-operation.js';
import type { Operation, OperationParameter } from './http/operation.js';
import { encodableText, invalidArgument } from './invalid-argument.js';
import {
  type AllowedOperation,
  allowsUrl,
  checkAllowed,
  createPathError,
  isAllowed,
  readSegments,
} from './path-pattern.js';
import { clientNames, type RestClient, type RestClientOptions } from './rest-client.js';
import {
  addStateKeys,
  defaultTimeoutMs,
  type RestRequestOptions,
  readFixedParts,
  requestNames,
} from './rest-request-options.js';
import { runOperation } from './run-operation.js';

/** The options of a tool whose model chooses the operation: its method, path, query and body. */
export interface GeneralRestToolOptions
  extends Omit<RestRequestOptions, 'inputSchema'>,
    Pick<OperationOptions, 'response'>,
    RestClientOptions {
  /** The operations that the model may choose. It sends no request to any other. */
  readonly allow: readonly AllowedOperation[];
}

const { inputSchema: _inputSchema, ...sharedNames } = requestNames;

/** The names of the options of a tool whose model chooses the operation. */
export const generalNames: OptionNames<GeneralRestToolOptions> = {
  ...sharedNames,
  ...clientNames,
  allow: [{ method: true, path: true }],
  response: responseFormat,
};

const scalar: JsonSchema = { type: ['string', 'number', 'boolean'] };

/**
 * Creates a tool whose model chooses the operation.
 *
 * @throws DefinitionError if an option is invalid.
 */
export function createGeneralTool(
  options: Omit<GeneralRestToolOptions, keyof RestClientOptions>,
  client: RestClient,
): ToolSpec {
  const { baseUrl, headers, query, allow, response, ...definition } = options;
  const where = definition.name;
  checkOperationOptions(definition, where);
  checkOptionNames(options, generalNames, where);
  const allowed = checkAllowed(allow, where);
  const fixed = readFixedParts({ baseUrl, headers, query }, where);
  const allows = (method: string, url: URL): boolean => allowsUrl(allowed, { method, url, baseUrl: fixed.baseUrl });
  const execute = async (args: ToolArguments, ctx: ToolContext): Promise<unknown> => {
    const { operation, values } = readOperation(args, allowed);
    return runOperation({ operation: { ...operation, response }, fixed, client, ctx, allows }, values);
  };
  const state = addStateKeys(definition.state, client.stateKeys);
  const inputSchema = createSchema(allowed);
  const executor = { kind: 'rest', execute };
  return ToolSpec.create({ timeoutMs: defaultTimeoutMs, ...definition, state, inputSchema, executor });
}

/** Refuses the options that describe the arguments of one operation. */
function checkOperationOptions(options: object, where: string): void {
  const stray = ['inputSchema', 'placement', 'body'].find((name) => Reflect.get(options, name) !== undefined);
  if (stray === undefined) return;
  throw new DefinitionError(`${where}: ${stray} requires method and path, because the model chooses the arguments.`);
}

function createSchema(allowed: readonly AllowedOperation[]): JsonSchema {
  const operations = allowed.map(({ method, path }) => `${method} ${path}`).join(', ');
  return {
    type: 'object',
    properties: {
      method: { type: 'string', enum: [...new Set(allowed.map(({ method }) => method))] },
      path: {
        type: 'string',
        description: `The path, which begins with '/'. The allowed operations are: ${operations}.`,
      },
      query: {
        type: 'object',
        description: 'The parameters of the query by name.',
        additionalProperties: { anyOf: [scalar, { type: 'array', items: scalar }] },
      },
      body: { description: 'The JSON of the body, for methods other than GET and HEAD.' },
    },
    required: ['method', 'path'],
    additionalProperties: false,
  };
}

/** An operation that a model chose, and the values of its parameters. */
interface ChosenOperation {
  readonly operation: Operation;
  readonly values: ToolArguments;
}

function readOperation(args: ToolArguments, allowed: readonly AllowedOperation[]): ChosenOperation {
  const {
    method,
    path,
    query = {},
    body,
  } = args as {
    readonly method: string;
    readonly path: string;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
  };
  const segments = readSegments(path);
  if (!isAllowed(allowed, method, segments)) throw createPathError(`is not allowed with the method ${method}`);
  const hasBody = body !== undefined;
  if (hasBody && (method === 'GET' || method === 'HEAD')) {
    throw invalidArgument('body', `is not sent with ${method}`, 'allow');
  }
  const parameters = Object.keys(query).map((name): OperationParameter => {
    const argument = `query/${name}`;
    return { argument, name: encodableText(name, argument), in: 'query', style: 'form', explode: true };
  });
  const values = Object.entries(query).map(([name, value]) => [`query/${name}`, value] as const);
  return {
    operation: {
      method,
      path: `/${segments.map(encodeURIComponent).join('/')}`,
      parameters,
      body: hasBody ? { contentType: 'application/json', argument: 'body', properties: [], files: [] } : undefined,
    },
    values: { ...Object.fromEntries(values), ...(hasBody ? { body } : {}) },
  };
}
