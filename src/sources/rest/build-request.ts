import type { ValidationError } from '../../base/errors/errors.js';
import type { ToolArguments } from '../../call/tool-executor.js';
import { decodeText } from './decode-text.js';
import { encodeBody } from './encode-body.js';
import { isHeaderText } from './http/header-text.js';
import type { FixedParts, Operation, OperationParameter, ParameterLocation } from './http/operation.js';
import type { RestRequest } from './http/rest-request.js';
import { invalidArgument } from './invalid-argument.js';
import { type Encode, joinPairs, joinTexts, type NamedText, writeParameter } from './parameter-text.js';
import { isDotted } from './path-pattern.js';
import { RequestNames } from './request-names.js';

/**
 * Builds the request of a call from its arguments. An argument that is undefined or null is omitted.
 *
 * @throws ValidationError if an argument cannot be a part of the path or of a header, or sets a name that the author or
 * another argument sets.
 */
export function buildRequest(operation: Operation, fixed: FixedParts, args: ToolArguments): RestRequest {
  const names = new RequestNames(operation, fixed);
  const write = (location: ParameterLocation, encode: Encode): readonly WrittenParameter[] => {
    const parameters = operation.parameters.filter((one) => one.in === location && args[one.argument] != null);
    const written = parameters.map((one) => ({
      parameter: one,
      texts: writeParameter(one, args[one.argument], encode),
    }));
    names.check(location, written);
    return written;
  };
  write('path', encodeURIComponent);
  const url = new URL(fixed.baseUrl);
  url.pathname = url.pathname.replace(/\/$/, '') + expandPath(operation, args);
  const fixedPairs = Object.entries(fixed.query).map((pair) => pair.map(encodeURIComponent).join('='));
  const query = write('query', encodeURIComponent).flatMap(({ parameter, texts }) => joinPairs(parameter, texts));
  url.search = [url.search.slice(1), ...fixedPairs, ...query].filter((text) => text !== '').join('&');
  const cookies = write('cookie', encodeURIComponent).map(
    ({ parameter, texts }) => `${parameter.name}=${joinTexts(parameter, texts, encodeURIComponent)}`,
  );
  const sentHeaders = write('header', (text) => text);
  const encoded = operation.body === undefined ? undefined : encodeBody(operation.body, args, names);
  const headers: Readonly<Record<string, string>> = {
    ...(encoded?.contentType === undefined ? {} : { 'content-type': encoded.contentType }),
    ...Object.fromEntries(sentHeaders.map((one) => [one.parameter.name.toLowerCase(), headerText(one)] as const)),
    ...fixed.headers,
  };
  const cookie = [headers.cookie, ...cookies].filter((text) => text !== undefined).join('; ');
  const bound = operation.parameters.filter((one) => one.in === 'header' && fixed.bound?.includes(one.argument));
  return {
    method: operation.method,
    url,
    headers: cookie === '' ? headers : { ...headers, cookie },
    body: encoded?.content,
    privateHeaders: [...(fixed.privateHeaders ?? []), ...bound.map(({ name }) => name.toLowerCase())],
  };
}

/** A parameter with the texts that it writes to its part of the request. */
interface WrittenParameter {
  readonly parameter: OperationParameter;
  readonly texts: readonly NamedText[];
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
      if (expanded !== segment && isDotted(decodeText(expanded))) throw invalidSegment(segment);
      return expanded;
    })
    .join('/');
}

function pathText(parameter: OperationParameter, value: unknown): string {
  const values: string[] = [];
  const encode: Encode = (one) => {
    values.push(one);
    return encodeURIComponent(one);
  };
  const text = joinTexts(parameter, writeParameter(parameter, value ?? '', encode), encode);
  // A server may decode the value before it splits the path.
  const hasDots = values.some((one) => one.split(/[\\/]/).some(isDotted));
  if (text === '' || (hasDots && /[\\/]/.test(values.join('')))) throw invalidSegment(parameter.argument);
  return text;
}

function headerText({ parameter, texts }: WrittenParameter): string {
  const text = joinTexts(parameter, texts, (one) => one);
  if (isHeaderText(text)) return text;
  throw invalidArgument(parameter.argument, 'contains characters that a header cannot have');
}

function invalidSegment(name: string): ValidationError {
  return invalidArgument(name.replaceAll(/[{}]/g, ''), 'must be one segment of a path, not empty, "." or ".."');
}
