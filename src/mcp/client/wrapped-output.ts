/**
 * Up to the protocol 2025-11-25, structured content is an object: a value that is none travels as `{ result: value }`.
 * These see from a tool's output schema that it was wrapped so, and take the wrapping off.
 */

type Schema = Readonly<Record<string, unknown>>;

/** The schema of the value inside; undefined where nothing was wrapped. */
export function unwrappedSchema(schema: unknown): Schema | undefined {
  if (!isRecord(schema) || !isRecord(schema.properties)) return undefined;
  const [name, ...others] = Object.keys(schema.properties);
  if (name !== 'result' || others.length > 0) return undefined;
  const inner = schema.properties.result;
  if (!isRecord(inner)) return undefined;
  const isRequired = Array.isArray(schema.required) && schema.required.includes('result');
  // FastMCP says so itself; elsewhere an object inside an object is what its author meant.
  const isWrapping = schema['x-fastmcp-wrap-result'] === true || (isRequired && isSurelyNoObject(inner));
  if (!isWrapping) return undefined;
  const { $defs, definitions } = schema;
  return { ...(isRecord($defs) ? { $defs } : {}), ...(isRecord(definitions) ? { definitions } : {}), ...inner };
}

/** The value inside structured content that is `{ result: value }` and nothing else. */
export function unwrappedValue(structured: unknown): { readonly value: unknown } | undefined {
  if (!isRecord(structured) || !Object.hasOwn(structured, 'result')) return undefined;
  return Object.keys(structured).length === 1 ? { value: structured.result } : undefined;
}

/** Whether a schema takes more than objects. */
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
