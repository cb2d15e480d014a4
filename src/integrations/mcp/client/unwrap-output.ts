/**
 * Up to protocol version 2025-11-25, structured content must be an object: any other value is sent as `{ result: value
 * }`. These functions detect the wrapper from a tool's output schema and remove it.
 */

type Schema = Readonly<Record<string, unknown>>;

/** Returns the schema of the wrapped value; undefined if the schema is not a wrapper. */
export function unwrapSchema(schema: unknown): Schema | undefined {
  if (!isRecord(schema) || !isRecord(schema.properties)) return undefined;
  const [name, ...others] = Object.keys(schema.properties);
  if (name !== 'result' || others.length > 0) return undefined;
  const inner = schema.properties.result;
  if (!isRecord(inner)) return undefined;
  const isRequired = Array.isArray(schema.required) && schema.required.includes('result');
  // FastMCP marks its wrappers. In other schemas, an object inside an object is intended by the author.
  const isWrapping = schema['x-fastmcp-wrap-result'] === true || (isRequired && isSurelyNoObject(inner));
  if (!isWrapping) return undefined;
  // What the wrapped schema refers to, and the dialect in which it is written.
  const { $schema, $defs, definitions } = schema;
  return {
    ...($schema === undefined ? {} : { $schema }),
    ...(isRecord($defs) ? { $defs } : {}),
    ...(isRecord(definitions) ? { definitions } : {}),
    ...inner,
  };
}

/** Returns the value of structured content that is exactly `{ result: value }`; undefined for any other. */
export function unwrapValue(structured: unknown): { readonly value: unknown } | undefined {
  if (!isRecord(structured) || !Object.hasOwn(structured, 'result')) return undefined;
  return Object.keys(structured).length === 1 ? { value: structured.result } : undefined;
}

/** Whether a schema accepts values that are not objects. */
function isSurelyNoObject(schema: Schema): boolean {
  const { type } = schema;
  if (typeof type === 'string') return type !== 'object';
  if (Array.isArray(type)) return type.some((one) => one !== 'object');
  const values = schema.enum ?? (Object.hasOwn(schema, 'const') ? [schema.const] : undefined);
  if (Array.isArray(values)) return values.some((value) => !isRecord(value));
  const branches = schema.anyOf ?? schema.oneOf;
  return Array.isArray(branches) && branches.some((branch) => isRecord(branch) && isSurelyNoObject(branch));
}

function isRecord(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
