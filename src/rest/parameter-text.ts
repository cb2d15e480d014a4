import type { OperationParameter } from './operation.js';

/** The value of a parameter of a path, a header or a cookie: its text, in which each value is converted by `encode`. */
export function parameterText(
  { name, style, explode }: OperationParameter,
  value: unknown,
  encode: (text: string) => string,
): string {
  if (style === 'json') return encode(JSON.stringify(value));
  const [prefix, separator] = style === 'label' ? ['.', '.'] : style === 'matrix' ? [';', ';'] : ['', ','];
  const items = itemsOf(value, explode, encode);
  if (style !== 'matrix') return prefix + items.join(explode ? separator : ',');
  if (!explode) return `;${name}=${items.join(',')}`;
  return items.map((item) => (isObject(value) ? `;${item}` : `;${name}=${item}`)).join('');
}

/** Returns the encoded `name=value` pairs of a parameter of the query, or of a form. */
export function parameterPairs(parameter: OperationParameter, value: unknown): readonly string[] {
  const { name, style, explode } = parameter;
  const pair = (key: string, text: string): string => `${encodeURIComponent(key)}=${text}`;
  if (style === 'json') return [pair(name, encodeURIComponent(JSON.stringify(value)))];
  if (style === 'deepObject' && typeof value === 'object' && value !== null) return deepPairs(name, value);
  if (explode && Array.isArray(value)) return value.map((item) => pair(name, encodeURIComponent(scalarText(item))));
  if (explode && isObject(value)) return itemsOf(value, true, encodeURIComponent);
  const items = itemsOf(value, false, encodeURIComponent);
  const delimiter = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '|' : ',';
  return [pair(name, items.join(delimiter))];
}

/** Returns the encoded names that the value of a parameter adds to its part of the request: those of an object's keys. */
export function addedNames({ in: location, style, explode }: OperationParameter, value: unknown): readonly string[] {
  const addsKeys = explode && isObject(value) && (style === 'matrix' || (location === 'query' && style === 'form'));
  return addsKeys ? Object.keys(value).map(encodeURIComponent) : [];
}

/** Returns a value without structure as text, and any other value as JSON. */
export function scalarText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function deepPairs(name: string, value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => deepPairs(`${name}[${index}]`, item));
  if (isObject(value)) return Object.entries(value).flatMap(([key, one]) => deepPairs(`${name}[${key}]`, one));
  return [`${encodeURIComponent(name)}=${encodeURIComponent(scalarText(value))}`];
}

function itemsOf(value: unknown, explode: boolean, encode: (text: string) => string): readonly string[] {
  if (Array.isArray(value)) return value.map((item) => encode(scalarText(item)));
  if (!isObject(value)) return [encode(scalarText(value))];
  return Object.entries(value).flatMap(([key, one]) => {
    const texts = [encode(key), encode(scalarText(one))];
    return explode ? [texts.join('=')] : texts;
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
