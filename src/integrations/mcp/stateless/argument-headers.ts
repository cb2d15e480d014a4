import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { type HeaderProperty, headerPropertiesOf, isHeaderName } from '../protocol/header-properties.js';
import { mismatch, type ReadHeader } from './admit-message.js';
import { decodeHeader } from './header-text.js';

const known = new WeakMap<object, readonly HeaderProperty[]>();

/**
 * Checks the arguments that a client repeats as headers, for the proxies before the server (SEP-2243).
 *
 * @throws McpProtocolError if a header is missing or has another value than its argument.
 */
export function checkArgumentHeaders(inputSchema: object, args: unknown, header: ReadHeader): void {
  for (const { keys, name, type } of propertiesOf(inputSchema)) {
    const text = textOf(valueAt(args, keys));
    if (text === undefined || !isHeaderName(name)) continue;
    const headerName = `Mcp-Param-${name}`;
    const value = header(headerName.toLowerCase());
    const path = keys.join('.');
    if (value === undefined) throw mismatch(headerName, `the argument ${path} is ${text}, and the header is missing`);
    const decoded = decodeHeader(value.trim());
    if (decoded === undefined) throw mismatch(headerName, 'the header is not valid base64 of UTF-8');
    if (decoded === text || (isNumeric(type) && isSameNumber(decoded, text))) continue;
    throw mismatch(headerName, `the argument ${path} is ${text}, and the header ${JSON.stringify(decoded)}`);
  }
}

function propertiesOf(schema: object): readonly HeaderProperty[] {
  const found = known.get(schema) ?? headerPropertiesOf(schema);
  known.set(schema, found);
  return found;
}

function valueAt(args: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    args,
  );
}

/** Returns the text of an argument in its header; undefined for a value that is not sent as a header. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
}

function isNumeric(type: unknown): boolean {
  return type === 'integer' || type === 'number';
}

const decimal = /^-?\d+(\.\d+)?$/;

/** Whether two texts are the same number: `42` and `42.0` are (SEP-2243). */
function isSameNumber(header: string, argument: string): boolean {
  return decimal.test(header) && Number(header) === Number(argument);
}
