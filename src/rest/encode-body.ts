import { ValidationError } from '../errors.js';
import type { ToolArguments } from '../execution/tool-executor.js';
import type { OperationBody } from './operation.js';
import { parameterPairs, scalarText } from './parameter-text.js';

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
export function encodeBody(body: OperationBody, args: ToolArguments): EncodedBody | undefined {
  const value = body.argument === undefined ? membersOf(body, args) : args[body.argument];
  if (value === undefined) return undefined;
  const { contentType } = body;
  const [mediaType = ''] = contentType.toLowerCase().split(';');
  if (/[/+]json$/.test(mediaType.trim())) return { content: JSON.stringify(value), contentType };
  if (mediaType.trim() === 'application/x-www-form-urlencoded') return { content: formText(value), contentType };
  if (mediaType.trim() === 'multipart/form-data') return { content: formData(value, body), contentType: undefined };
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

function formText(value: unknown): string {
  return Object.entries(value as object)
    .flatMap(([name, one]) =>
      parameterPairs({ argument: name, name, in: 'query', style: 'form', explode: Array.isArray(one) }, one),
    )
    .join('&');
}

function formData(value: unknown, { files }: OperationBody): FormData {
  const form = new FormData();
  for (const [name, one] of Object.entries(value as object)) {
    for (const item of Array.isArray(one) ? one : [one]) {
      if (files.includes(name)) form.append(name, new Blob([decodeFile(item, name)]), name);
      else if (typeof item !== 'object') form.append(name, String(item));
      else form.append(name, new Blob([JSON.stringify(item)], { type: 'application/json' }));
    }
  }
  return form;
}

function decodeFile(value: unknown, argument: string): Uint8Array {
  if (typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value)) return Buffer.from(value, 'base64');
  const message = 'must be a file encoded as base64';
  throw new ValidationError(`The argument '${argument}' ${message}.`, {
    issues: [{ path: `/${argument}`, message, rule: 'contentEncoding' }],
  });
}
