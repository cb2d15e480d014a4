import type { ToolArguments } from '../../call/tool-executor.js';
import type { OperationBody, OperationParameter, PropertyEncoding } from './http/operation.js';
import { encodableText, invalidArgument } from './invalid-argument.js';
import { joinPairs, scalarText, writeParameter } from './parameter-text.js';
import type { RequestNames, WrittenArgument } from './request-names.js';

/** The body of a request and its media type. The type of a multipart body is undefined, because it has a boundary. */
export interface EncodedBody {
  readonly content: string | Uint8Array | FormData;
  readonly contentType: string | undefined;
}

/**
 * Encodes the arguments of a call as the body of a request. Returns undefined if the call has no argument for it.
 *
 * @throws ValidationError if a file or a binary body is not base64, or a property of a form sets the name of another.
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
  const argument = body.argument ?? 'body';
  return { content: isText ? encodableText(scalarText(value), argument) : decodeFile(value, argument), contentType };
}

function membersOf(
  { properties, required }: OperationBody,
  args: ToolArguments,
): Readonly<Record<string, unknown>> | undefined {
  const members = properties.filter((name) => args[name] !== undefined).map((name) => [name, args[name]] as const);
  return members.length === 0 && !required ? undefined : Object.fromEntries(members);
}

/** A property of a form, and what it writes. */
interface FormProperty<T> extends WrittenArgument {
  readonly parameter: OperationParameter;
  readonly texts: readonly { readonly name: string | undefined; readonly text: T }[];
}

/**
 * Writes the properties of a form.
 *
 * @throws ValidationError if a property sets the name of another one.
 */
function writeForm<T>(
  value: unknown,
  { body, names }: { readonly body: OperationBody; readonly names: RequestNames },
  write: (property: OperationParameter, value: unknown) => FormProperty<T>['texts'],
): readonly FormProperty<T>[] {
  const properties = Object.entries(value as object).map(([name, one]) => {
    const parameter = propertyOf(body, name, one);
    return { parameter, texts: write(parameter, one) };
  });
  names.check('form', properties);
  return properties;
}

/** Describes a property of a form as a parameter of the query. */
function propertyOf(body: OperationBody, property: string, value: unknown): OperationParameter {
  const argument = body.argument === undefined ? property : `${body.argument}/${property}`;
  const name = encodableText(property, argument);
  const { style, explode, contentType } = encodingOf(body, name);
  const isStyled = style !== undefined || explode !== undefined;
  if (!isStyled && isJson(contentType)) return { argument, name, in: 'query', style: 'json', explode: false };
  const byDefault = isStyled ? (style ?? 'form') === 'form' : Array.isArray(value);
  return { argument, name, in: 'query', style: style ?? 'form', explode: explode ?? byDefault };
}

function formText(value: unknown, form: { readonly body: OperationBody; readonly names: RequestNames }): string {
  const properties = writeForm(value, form, (property, one) => writeParameter(property, one, encodeURIComponent));
  // A form is decoded before a server splits its values, and some refuse delimiters that are not encoded.
  return properties
    .flatMap(({ parameter, texts }) => joinPairs(parameter, texts))
    .map((pair) => pair.replaceAll(',', '%2C').replaceAll('|', '%7C'))
    .join('&');
}

function formData(value: unknown, form: { readonly body: OperationBody; readonly names: RequestNames }): FormData {
  const { body } = form;
  const data = new FormData();
  const properties = writeForm<Blob | string>(value, form, (property, one) => {
    const { style, explode, contentType } = encodingOf(body, property.name);
    if (style !== undefined || explode !== undefined) {
      const texts = writeParameter(property, one, encodeURIComponent);
      return texts.map(({ name, text }) => ({ name, text: decodeURIComponent(text) }));
    }
    const isFile = body.files.includes(property.name);
    const items: readonly unknown[] = Array.isArray(one) && !isJson(contentType) ? one : [one];
    return items.map((item) => ({
      name: undefined,
      text: partOf(item, { contentType, isFile, argument: property.argument }),
    }));
  });
  for (const { parameter, texts } of properties) {
    // A file needs a name, by which servers distinguish it from a text.
    const fileName = body.files.includes(parameter.name) ? [parameter.name] : [];
    for (const { name = parameter.name, text } of texts) {
      if (typeof text === 'string') data.append(name, text);
      else data.append(name, text, ...fileName);
    }
  }
  return data;
}

interface PartOptions {
  readonly argument: string;
  readonly contentType: string | undefined;
  readonly isFile: boolean;
}

/** Returns a part of a multipart form: a file, JSON with its media type, or a text. */
function partOf(item: unknown, { argument, contentType, isFile }: PartOptions): Blob | string {
  const type = contentType === undefined ? {} : { type: contentType };
  if (isFile) return new Blob([decodeFile(item, argument)], type);
  if (typeof item === 'object' || isJson(contentType)) {
    return new Blob([JSON.stringify(item)], { type: contentType ?? 'application/json' });
  }
  const text = encodableText(String(item), argument);
  return contentType === undefined ? text : new Blob([text], type);
}

function encodingOf({ encoding }: OperationBody, name: string): PropertyEncoding {
  return encoding !== undefined && Object.hasOwn(encoding, name) ? (encoding[name] ?? {}) : {};
}

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /[/+]json\b/i.test(contentType);
}

function decodeFile(value: unknown, argument: string): Uint8Array {
  if (typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value)) return Buffer.from(value, 'base64');
  throw invalidArgument(argument, 'must be a file encoded as base64', 'contentEncoding');
}
