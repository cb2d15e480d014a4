import { ValidationError } from '../errors.js';
import type { ToolArguments } from '../execution/tool-executor.js';
import { encodeBody } from './encode-body.js';
import { isHeaderText } from './header-text.js';
import type { FixedParts, Operation, OperationParameter, ParameterLocation } from './operation.js';
import { addedNames, parameterPairs, parameterText } from './parameter-text.js';
import { RequestNames } from './request-names.js';

/** A request that is ready to be sent. */
export interface RestRequest {
  readonly method: string;
  readonly url: URL;
  /** The headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | FormData | undefined;
}

/**
 * Builds the request of a call from its arguments. An argument that is undefined or null is omitted.
 *
 * @throws ValidationError if an argument cannot be a part of the path or of a header, or sets a name that the author or
 * another argument sets.
 */
export function buildRequest(operation: Operation, fixed: FixedParts, args: ToolArguments): RestRequest {
  const sent = (location: ParameterLocation): readonly (readonly [OperationParameter, unknown])[] =>
    operation.parameters
      .filter((parameter) => parameter.in === location && args[parameter.argument] != null)
      .map((parameter) => [parameter, args[parameter.argument]] as const);
  const names = new RequestNames(operation, fixed);
  for (const parameter of operation.parameters) {
    const value = args[parameter.argument];
    if (value != null) names.check(parameter, addedNames(parameter, value));
  }
  const url = new URL(fixed.baseUrl);
  url.pathname = url.pathname.replace(/\/$/, '') + expandPath(operation, args);
  const fixedPairs = Object.entries(fixed.query).map((pair) => pair.map(encodeURIComponent).join('='));
  const pairs = [...fixedPairs, ...sent('query').flatMap(([parameter, value]) => parameterPairs(parameter, value))];
  url.search = [url.search.slice(1), ...pairs].filter((text) => text !== '').join('&');
  const encoded = operation.body === undefined ? undefined : encodeBody(operation.body, args, names);
  const cookies = sent('cookie').map(
    ([parameter, value]) => `${parameter.name}=${parameterText(parameter, value, encodeURIComponent)}`,
  );
  const headers: Readonly<Record<string, string>> = {
    ...(encoded?.contentType === undefined ? {} : { 'content-type': encoded.contentType }),
    ...Object.fromEntries(
      sent('header').map(([parameter, value]) => [parameter.name.toLowerCase(), headerText(parameter, value)] as const),
    ),
    ...fixed.headers,
  };
  const cookie = [headers.cookie, ...cookies].filter((text) => text !== undefined).join('; ');
  return {
    method: operation.method,
    url,
    headers: cookie === '' ? headers : { ...headers, cookie },
    body: encoded?.content,
  };
}

/** Replaces the arguments of a path. No argument can leave its segment. */
function expandPath({ path, parameters }: Operation, args: ToolArguments): string {
  return path
    .split('/')
    .map((segment) => {
      const expanded = segment.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
        const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
        return parameter === undefined ? '' : pathText(parameter, args[parameter.argument]);
      });
      if (expanded !== segment && (expanded === '.' || expanded === '..')) throw invalidSegment(segment);
      return expanded;
    })
    .join('/');
}

function pathText(parameter: OperationParameter, value: unknown): string {
  const values: string[] = [];
  const text = parameterText(parameter, value ?? '', (one) => {
    values.push(one);
    return encodeURIComponent(one);
  });
  // A server may decode the value before it splits the path.
  const isDotted = values.some((one) => one.split(/[\\/]/).some((step) => step === '..' || step === '.'));
  if (text === '' || (isDotted && /[\\/]/.test(values.join('')))) throw invalidSegment(parameter.argument);
  return text;
}

function headerText(parameter: OperationParameter, value: unknown): string {
  const text = parameterText(parameter, value, (one) => one);
  if (isHeaderText(text)) return text;
  throw invalidArgument(parameter.argument, 'contains characters that a header cannot have');
}

function invalidSegment(name: string): ValidationError {
  return invalidArgument(name.replaceAll(/[{}]/g, ''), 'must be one segment of a path, not empty, "." or ".."');
}

function invalidArgument(argument: string, message: string): ValidationError {
  const issues = [{ path: `/${argument}`, message, rule: 'placement' }];
  return new ValidationError(`The argument '${argument}' ${message}.`, { issues });
}
