import type { OperationParameter } from './http/operation.js';
import { encodableText } from './invalid-argument.js';

/** One text that a parameter writes to its part of the request. */
export interface NamedText {
  /** The name of the text, which a key of the value determines. Undefined for the name of the parameter. */
  readonly name: string | undefined;
  /** The encoded text. */
  readonly text: string;
}

/** A function that encodes a text for its part of the request. */
export type Encode = (text: string) => string;

/**
 * Writes the value of a parameter as texts with names. All styles are written here, so that no name escapes the check.
 *
 * @throws ValidationError if a text cannot be encoded.
 */
export function writeParameter(parameter: OperationParameter, value: unknown, encode: Encode): readonly NamedText[] {
  const { name, argument, style, explode } = parameter;
  const write = (one: unknown): string => encode(encodableText(scalarText(one), argument));
  if (style === 'json') return [{ name: undefined, text: encode(JSON.stringify(value)) }];
  if (style === 'deepObject' && isStructure(value)) {
    return deepEntries(name, value).map(([key, one]) => ({ name: encodableText(key, argument), text: write(one) }));
  }
  if (explode && Array.isArray(value)) return value.map((item) => ({ name: undefined, text: write(item) }));
  if (explode && isObject(value)) {
    return Object.entries(value).map(([key, one]) => ({ name: encodableText(key, argument), text: write(one) }));
  }
  const items = Array.isArray(value) ? value : isObject(value) ? Object.entries(value).flat() : [value];
  const delimiter = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '|' : ',';
  return [{ name: undefined, text: items.map(write).join(delimiter) }];
}

/** Joins the texts of a parameter of a path, a header or a cookie. */
export function joinTexts(
  { name, style, explode }: OperationParameter,
  texts: readonly NamedText[],
  encode: Encode,
): string {
  if (style === 'matrix') return texts.map((one) => `;${encode(one.name ?? name)}=${one.text}`).join('');
  const items = texts.map((one) => (one.name === undefined ? one.text : `${encode(one.name)}=${one.text}`));
  return style === 'label' ? `.${items.join(explode ? '.' : ',')}` : items.join(',');
}

/** Returns the encoded `name=value` pairs of a parameter of the query, or of a form. */
export function joinPairs(parameter: OperationParameter, texts: readonly NamedText[]): readonly string[] {
  return texts.map(({ name = parameter.name, text }) => `${encodeURIComponent(name)}=${text}`);
}

/** Returns a value without structure as text, and any other value as JSON. */
export function scalarText(value: unknown): string {
  return isStructure(value) ? JSON.stringify(value) : String(value);
}

function deepEntries(name: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (!isStructure(value)) return [[name, value]];
  return Object.entries(value).flatMap(([key, one]) => deepEntries(`${name}[${key}]`, one));
}

function isStructure(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isStructure(value) && !Array.isArray(value);
}
