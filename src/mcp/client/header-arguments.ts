import { DefinitionError } from '../../errors.js';
import { eachSchema, isRecord } from '../../schema/json-schema/schema-walk.js';

type Schema = Readonly<Record<string, unknown>>;

const keyword = 'x-mcp-header';

// RFC 9110, section 5.1.
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Refuses a tool whose arguments could not travel as the headers that it asks for. A client must leave such a tool out
 * (2026-07-28, Streamable HTTP, "Schema Extension").
 *
 * @throws DefinitionError saying what is wrong.
 */
export function checkHeaderArguments(inputSchema: unknown): void {
  let annotated = 0;
  eachSchema(inputSchema, (schema) => {
    if (Object.hasOwn(schema, keyword)) annotated++;
  });
  if (annotated === 0) return;
  const headers = annotatedProperties(inputSchema, '');
  if (headers.length < annotated) {
    throw new DefinitionError(`only properties that are always at the same place may have an '${keyword}'`);
  }
  const seen = new Set<string>();
  for (const { path, schema } of headers) {
    const name = headerName(path, schema);
    if (seen.has(name.toLowerCase())) throw new DefinitionError(`its arguments have the '${keyword}' '${name}' twice`);
    seen.add(name.toLowerCase());
  }
}

interface AnnotatedProperty {
  readonly path: string;
  readonly schema: Schema;
}

/** Those that are reached through `properties` alone. */
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
    throw new DefinitionError(`the '${keyword}' of its argument '${path}' is no name of a header`);
  }
  if (type !== 'string' && type !== 'integer' && type !== 'boolean') {
    const message = `its argument '${path}' has an '${keyword}', and is no string, integer or boolean`;
    throw new DefinitionError(message);
  }
  return name;
}
