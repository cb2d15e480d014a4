import { ValidationError } from '../errors.js';
import type { ToolArguments } from '../execution/tool-executor.js';
import type { OperationBody, OperationParameter, PropertyEncoding } from './operation.js';
import { addedNames, parameterPairs, scalarText } from './parameter-text.js';
import type { RequestNames } from './request-names.js';

/** The body of a request and its media type. The type of a multipart body is undefined, because it has a boundary. */
export interface EncodedBody {
  readonly content: string | Uint8Array | FormData;
  readonly contentType: string | undefined;
}

/**
 * Encodes the arguments of a call as the body of a request. Returns undefined if the call has no argument for it.
 *
 * @throws ValidationError if a file or a binary body is not base64.
 */
export function encodeBody(body: OperationBody, args: ToolArguments, names: RequestNames): EncodedBody | undefined {
  const value = body.argument === undefined ? membersOf(body, args) : args[body.argument];
  if (value === undefined) return undefined;
  const { contentType } = body;
  const [mediaType = ''] = contentType.toLowerCase().split(';');
  if (/[/+]json$/.test(mediaType.trim())) return { content: JSON.stringify(value), contentType };
  if (mediaType.trim() === 'application/x-www-form-urlencoded')
    return { content: formText(value, { body, names }), contentType };
  if (mediaType.trim() === 'multipart/form-data')
    return { content: formData(value, { body, names }), contentType: undefined };
  const isText = mediaType.startsWith('text/') || /[/+]xml$/.test(mediaType.trim());
  return { content: isText ? scalarText(value) : decodeFile(value, body.argument ?? 'body'), contentType };
}

function membersOf(
  { properties, required }: OperationBody,
  args: ToolArguments,
): Readonly<Record<string, unknown>> | undefined {
  const members = properties.filter((name) => args[name] !== undefined).map((name) => [name, args[name]] as const);
  return members.length === 0 && !required ? undefined : Object.fromEntries(members);
}

/** A form, and the names that its properties may set. */
interface Form {
  readonly body: OperationBody;
  readonly names: RequestNames;
}

function formText(value: unknown, form: Form): string {
  return Object.entries(value as object)
    .flatMap(([name, one]) => propertyPairs(name, one, form))
    .join('&');
}

/** Returns the encoded `name=value` pairs of a property. */
function propertyPairs(name: string, value: unknown, { body, names }: Form): readonly string[] {
  const { style, explode, contentType } = encodingOf(body, name);
  if (style === undefined && explode === undefined && isJson(contentType)) {
    return [`${encodeURIComponent(name)}=${encodeURIComponent(JSON.stringify(value))}`];
  }
  const isStyled = style !== undefined || explode !== undefined;
  const parameter: OperationParameter = {
    argument: name,
    name,
    in: 'query',
    style: style ?? 'form',
    explode: explode ?? (isStyled ? (style ?? 'form') === 'form' : Array.isArray(value)),
  };
  names.checkForm(name, addedNames(parameter, value));
  // A form is decoded before a server splits its values, and some refuse delimiters that are not encoded.
  return parameterPairs(parameter, value).map((pair) => pair.replaceAll(',', '%2C').replaceAll('|', '%7C'));
}

function formData(value: unknown, form: Form): FormData {
  const data = new FormData();
  for (const [name, one] of Object.entries(value as object)) {
    const { style, explode, contentType } = encodingOf(form.body, name);
    if (style !== undefined || explode !== undefined) {
      for (const pair of propertyPairs(name, one, form)) data.append(...decodePair(pair));
      continue;
    }
    for (const item of Array.isArray(one) && !isJson(contentType) ? one : [one]) {
      const part = partOf(item, { contentType, isFile: form.body.files.includes(name), name });
      // A file needs a name, by which servers distinguish it from a text.
      if (typeof part === 'string') data.append(name, part);
      else data.append(name, part, ...(form.body.files.includes(name) ? [name] : []));
    }
  }
  return data;
}

interface PartOptions {
  readonly name: string;
  readonly contentType: string | undefined;
  readonly isFile: boolean;
}

/** Returns a part of a multipart form: a file, JSON with its media type, or a text. */
function partOf(item: unknown, { name, contentType, isFile }: PartOptions): Blob | string {
  const type = contentType === undefined ? {} : { type: contentType };
  if (isFile) return new Blob([decodeFile(item, name)], type);
  if (typeof item === 'object' || isJson(contentType)) {
    return new Blob([JSON.stringify(item)], { type: contentType ?? 'application/json' });
  }
  return contentType === undefined ? String(item) : new Blob([String(item)], type);
}

function encodingOf({ encoding }: OperationBody, name: string): PropertyEncoding {
  return encoding !== undefined && Object.hasOwn(encoding, name) ? (encoding[name] ?? {}) : {};
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /[/+]json\b/i.test(contentType);
}

function decodePair(pair: string): [string, string] {
  const [name = '', ...value] = pair.split('=');
  return [decodeURIComponent(name), decodeURIComponent(value.join('='))];
}

function decodeFile(value: unknown, argument: string): Uint8Array {
  if (typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value)) return Buffer.from(value, 'base64');
  const message = 'must be a file encoded as base64';
  throw new ValidationError(`The argument '${argument}' ${message}.`, {
    issues: [{ path: `/${argument}`, message, rule: 'contentEncoding' }],
  });
}
