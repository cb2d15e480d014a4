import { DefinitionError } from '../../../base/errors/errors.js';
import { eachSchema, isRecord } from '../../../schema/json-schema/schema-walk.js';

type Schema = Readonly<Record<string, unknown>>;

const keyword = 'x-mcp-header';

// RFC 9110, section 5.1.
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Checks that the arguments of a tool can be sent as the headers that its schema requests. A client must not import a
 * tool that breaks these rules (specification 2026-07-28, Streamable HTTP, "Schema Extension").
 *
 * @throws DefinitionError with the rule that the schema breaks.
 */
export function checkHeaderArguments(inputSchema: unknown): void {
  let annotated = 0;
  eachSchema(inputSchema, (schema) => {
    if (Object.hasOwn(schema, keyword)) annotated++;
  });
  if (annotated === 0) return;
  const headers = annotatedProperties(inputSchema, '');
  if (headers.length < annotated) {
    throw new DefinitionError(`'${keyword}' is allowed only on properties that are nested in properties`);
  }
  const seen = new Set<string>();
  for (const { path, schema } of headers) {
    const name = headerName(path, schema);
    if (seen.has(name.toLowerCase())) throw new DefinitionError(`two of its arguments have the '${keyword}' '${name}'`);
    seen.add(name.toLowerCase());
  }
}

interface AnnotatedProperty {
  readonly path: string;
  readonly schema: Schema;
}

/** Returns the annotated properties that are reached only through `properties`. */
function annotatedProperties(schema: unknown, path: string): readonly AnnotatedProperty[] {
  if (!isRecord(schema) || !isRecord(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const at = `${path}/${name}`;
    const own = isRecord(property) && Object.hasOwn(property, keyword) ? [{ path: at, schema: property }] : [];
    return [...own, ...annotatedProperties(property, at)];
  });
}

function headerName(path: string, { [keyword]: name, type }: Schema): string {
  if (typeof name !== 'string' || !token.test(name)) {
    throw new DefinitionError(`the '${keyword}' of its argument '${path}' is not a valid header name`);
  }
  if (type !== 'string' && type !== 'integer' && type !== 'boolean') {
    const message = `its argument '${path}' has an '${keyword}' but is not a string, integer or boolean`;
    throw new DefinitionError(message);
  }
  return name;
}
