import { DefinitionError } from '../../base/errors/errors.js';
import type { OptionNames } from '../../base/options/check-options.js';
import { flag, oneOf, optionsOf, recordOf, string, strings } from '../../base/options/option-rules.js';
import { previewValue } from '../../base/values/value-preview.js';
import { isHeaderName } from './http/header-text.js';
import type {
  Operation,
  OperationBody,
  OperationParameter,
  ParameterLocation,
  ParameterStyle,
  PropertyEncoding,
  ResponseFormat,
} from './http/operation.js';

/** The place of an argument in a request. */
export interface ArgumentPlacement {
  readonly in: ParameterLocation;
  /** The name in the request, such as that of the header. @default the name of the argument */
  readonly name?: string | undefined;
  /**
   * The style of arrays and objects, as in OpenAPI; `'json'` writes JSON text.
   *
   * @default 'form' in the query and in cookies, 'simple' in the path and in headers
   */
  readonly style?: ParameterStyle | undefined;
  /** Whether each item of an array or an object has its own name. @default true for the style 'form' */
  readonly explode?: boolean | undefined;
}

/** The body of the requests of a tool. */
export interface RestBodyOptions {
  /**
   * The media type: JSON, `application/x-www-form-urlencoded`, `multipart/form-data`, text, or any other type for bytes,
   * which the argument contains as base64.
   *
   * @default 'application/json'
   */
  readonly contentType?: string | undefined;
  /** The argument that is the entire body. @default an object of all arguments that have no other place */
  readonly argument?: string | undefined;
  /** The properties of a multipart body that are files, encoded as base64. @default none */
  readonly files?: readonly string[] | undefined;
  /**
   * The encodings of the properties of a form by name: their `style` and `explode`, as in the query, or their
   * `contentType`. @default arrays repeat the name, and objects are a list of keys and values
   */
  readonly encoding?: Readonly<Record<string, PropertyEncoding>> | undefined;
  /** Whether a request has a body, such as `{}`, also if no argument is a part of it. @default false */
  readonly required?: boolean | undefined;
}

/** The options that describe an operation. */
export interface OperationOptions {
  /** The method, such as `'GET'`. */
  readonly method: string;
  /** The path below `baseUrl`, with arguments in braces, such as `'/users/{id}'`. */
  readonly path: string;
  /**
   * The places of arguments by name. Arguments in braces are in the path. Without a placement, any other argument is a
   * part of the body, or of the query for the methods GET, HEAD and DELETE.
   */
  readonly placement?: Readonly<Record<string, ArgumentPlacement>> | undefined;
  /** The body of a request. @default a JSON object, for methods other than GET, HEAD and DELETE */
  readonly body?: RestBodyOptions | undefined;
  /**
   * The value of a successful response: data from JSON, text, a resource with the bytes, or chunks. A stream of
   * server-sent events or NDJSON is split into these, and any other stream into pieces of text as they arrive.
   *
   * @default selected by the media type of the response
   */
  readonly response?: ResponseFormat | undefined;
}

/** The rule of the option `response`. */
export const responseFormat = oneOf('json', 'text', 'bytes', 'stream');

const placementNames: OptionNames<ArgumentPlacement> = {
  in: true,
  name: string,
  style: true,
  explode: flag,
};
const encodingNames: OptionNames<PropertyEncoding> = {
  style: oneOf('form', 'spaceDelimited', 'pipeDelimited', 'deepObject'),
  explode: flag,
  contentType: string,
};
const bodyNames: OptionNames<RestBodyOptions> = {
  contentType: string,
  argument: string,
  files: strings,
  encoding: recordOf<PropertyEncoding>(encodingNames),
  required: flag,
};

/** The methods of operations. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** The names of the options that describe an operation. */
export const operationNames: OptionNames<OperationOptions> = {
  method: oneOf(...methods),
  path: string,
  placement: recordOf<ArgumentPlacement>(placementNames),
  body: optionsOf<RestBodyOptions>(bodyNames),
  response: responseFormat,
};

const bodylessMethods: readonly string[] = ['GET', 'HEAD', 'DELETE', 'OPTIONS'];

const styles: Readonly<Record<ParameterLocation, readonly ParameterStyle[]>> = {
  path: ['simple', 'label', 'matrix', 'json'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'json'],
  header: ['simple', 'json'],
  cookie: ['form', 'json'],
};

/**
 * Creates an operation from options.
 *
 * @param argumentNames - The names of the tool's arguments, including bound ones.
 * @throws DefinitionError that begins with `where` if an option is invalid.
 */
export function createOperation(options: OperationOptions, argumentNames: readonly string[], where: string): Operation {
  const { method, path, placement = {}, body, response } = options;
  if (!methods.some((one) => one === method)) {
    throw new DefinitionError(`${where}: method must be one of ${methods.join(', ')}, not ${previewValue(method)}.`);
  }
  const inPath = readPath(path, where);
  const inBody = body?.argument === undefined ? (body?.files ?? []) : [body.argument];
  const named = [...inPath, ...Object.keys(placement), ...inBody];
  const unknown = named.find((name) => !argumentNames.includes(name) && !isPathName(name, placement));
  if (unknown !== undefined) {
    throw new DefinitionError(
      `${where}: there is no argument '${unknown}'. It has ${argumentNames.join(', ') || 'none'}.`,
    );
  }
  const placed = new Map(Object.entries(placement));
  for (const name of inPath) if (!isPathName(name, placement)) placed.set(name, { in: 'path', ...placed.get(name) });
  const parameters = [...placed].map(([argument, place]) => createParameter(argument, place, where));
  checkPathParameters(inPath, parameters, where);
  const rest = argumentNames.filter((name) => !placed.has(name) && name !== body?.argument);
  const hasBody = body !== undefined || !bodylessMethods.includes(method);
  if (hasBody && body?.argument === undefined) {
    return { method, path, parameters, body: createBody(body, rest, where), response };
  }
  const query = rest.map((name) => createParameter(name, { in: 'query' }, where));
  return {
    method,
    path,
    parameters: [...parameters, ...query],
    body: hasBody ? createBody(body, [], where) : undefined,
    response,
  };
}

function readPath(path: unknown, where: string): readonly string[] {
  const isValid =
    typeof path === 'string' && /^\/[^?#\\\s]*$/.test(path) && !path.split('/').some((step) => /^\.\.?$/.test(step));
  if (isValid) return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  throw new DefinitionError(
    `${where}: path must begin with '/' and contain neither a query nor '..', not ${previewValue(path)}.`,
  );
}

/** Checks whether a placement gives an argument the name of a part of the path. */
function isPathName(name: string, placement: Readonly<Record<string, ArgumentPlacement>>): boolean {
  return Object.values(placement).some((one) => one.in === 'path' && one.name === name);
}

function checkPathParameters(
  inPath: readonly string[],
  parameters: readonly OperationParameter[],
  where: string,
): void {
  const stray = parameters.find((one) => one.in === 'path' && !inPath.includes(one.name));
  if (stray !== undefined) throw new DefinitionError(`${where}: the path has no '{${stray.name}}' for the argument.`);
  const missing = inPath.find((name) => !parameters.some((one) => one.in === 'path' && one.name === name));
  if (missing !== undefined) throw new DefinitionError(`${where}: the argument '${missing}' must be in the path.`);
}

function createParameter(argument: string, place: ArgumentPlacement, where: string): OperationParameter {
  const at = `${where}: placement.${argument}`;
  const known = Object.hasOwn(styles, place.in) ? styles[place.in] : undefined;
  if (known === undefined) {
    throw new DefinitionError(
      `${at}.in must be one of ${Object.keys(styles).join(', ')}, not ${previewValue(place.in)}.`,
    );
  }
  const { name = argument, style = known[0] ?? 'simple' } = place;
  if (!known.includes(style)) {
    throw new DefinitionError(`${at}.style must be one of ${known.join(', ')}, not ${previewValue(style)}.`);
  }
  if ((place.in === 'header' || place.in === 'cookie') && !isHeaderName(name)) {
    throw new DefinitionError(
      `${at}.name cannot be ${previewValue(name)}. Choose the name of another header or cookie.`,
    );
  }
  const explode = place.explode ?? (style === 'form' || style === 'deepObject');
  return Object.freeze({ argument, name, in: place.in, style, explode });
}

function createBody(body: RestBodyOptions = {}, properties: readonly string[], where: string): OperationBody {
  const { contentType = 'application/json', argument, files = [], encoding, required } = body;
  if (typeof contentType === 'string' && /^[\w.+-]+\/[\w.+-]+(?:;[\t\x20-\x7e]*)?$/.test(contentType)) {
    return { contentType, argument, properties, files, encoding, required };
  }
  throw new DefinitionError(`${where}: body.contentType must be a media type, not ${previewValue(contentType)}.`);
}
