import { DefinitionError } from '../../../base/errors/errors.js';
import { eachSchema } from '../../../schema/json-schema/schema-walk.js';
import { type HeaderProperty, headerKeyword, headerPropertiesOf, isHeaderName } from '../protocol/header-properties.js';

/**
 * Checks that the arguments of a tool can be sent as the headers that its schema requests. A client must not import a
 * tool that breaks these rules (specification 2026-07-28, Streamable HTTP, "Schema Extension").
 *
 * @throws DefinitionError with the rule that the schema breaks.
 */
export function checkHeaderArguments(inputSchema: unknown): void {
  let annotated = 0;
  eachSchema(inputSchema, (schema) => {
    if (Object.hasOwn(schema, headerKeyword)) annotated++;
  });
  if (annotated === 0) return;
  const headers = headerPropertiesOf(inputSchema);
  if (headers.length < annotated) {
    throw new DefinitionError(`'${headerKeyword}' is allowed only on properties that are nested in properties`);
  }
  const seen = new Set<string>();
  for (const property of headers) {
    const name = headerNameOf(property);
    if (seen.has(name.toLowerCase()))
      throw new DefinitionError(`two of its arguments have the '${headerKeyword}' '${name}'`);
    seen.add(name.toLowerCase());
  }
}

function headerNameOf({ keys, name, type }: HeaderProperty): string {
  const path = keys.map((key) => `/${key}`).join('');
  if (!isHeaderName(name)) {
    throw new DefinitionError(`the '${headerKeyword}' of its argument '${path}' is not a valid header name`);
  }
  if (type !== 'string' && type !== 'integer' && type !== 'boolean') {
    const message = `its argument '${path}' has an '${headerKeyword}' but is not a string, integer or boolean`;
    throw new DefinitionError(message);
  }
  return name;
}
