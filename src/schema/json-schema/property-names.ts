import type { JsonSchema } from '../../base/json/json-schema.js';
import { definitionName } from './schema-refs.js';
import { eachInPlace, isRecord } from './schema-walk.js';

/** Returns the properties that a schema declares for its value: at its root, and in referenced and composed schemas. */
export function propertyNames(schema: JsonSchema): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (held: unknown): void => {
    if (!isRecord(held) || seen.has(held)) return;
    seen.add(held);
    if (isRecord(held.properties)) for (const name of Object.keys(held.properties)) names.add(name);
    const definition = typeof held.$ref === 'string' ? definitionName(held.$ref) : undefined;
    if (definition !== undefined) visit(schema.$defs?.[definition]);
    eachInPlace(held, visit);
  };
  visit(schema);
  return names;
}
