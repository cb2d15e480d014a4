import { isRecord } from '../../../schema/json-schema/schema-walk.js';

/** The keyword of a property whose value clients repeat as a header (specification 2026-07-28, Streamable HTTP). */
export const headerKeyword = 'x-mcp-header';

/** A property of an input schema that has {@link headerKeyword}. */
export interface HeaderProperty {
  /** The names of the properties that lead to it. */
  readonly keys: readonly string[];
  /** The value of the keyword. */
  readonly name: unknown;
  /** The type in the schema. */
  readonly type: unknown;
}

/** Returns the properties with the keyword that are reached only through `properties`. */
export function headerPropertiesOf(schema: unknown, keys: readonly string[] = []): readonly HeaderProperty[] {
  if (!isRecord(schema) || !isRecord(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([key, property]) => {
    const path = [...keys, key];
    return [...ownOf(property, path), ...headerPropertiesOf(property, path)];
  });
}

function ownOf(property: unknown, keys: readonly string[]): readonly HeaderProperty[] {
  if (!isRecord(property) || !Object.hasOwn(property, headerKeyword)) return [];
  return [{ keys, name: property[headerKeyword], type: property.type }];
}

// RFC 9110, section 5.1.
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Whether a value is the name of a header. */
export function isHeaderName(name: unknown): name is string {
  return typeof name === 'string' && token.test(name);
}
