import type { JsonSchema } from '../../../base/json/json-schema.js';
import { isSchemaObject, resolveRef } from '../../../format/schema-pointer.js';
import { normalize } from './texts/sentences.js';

/** The texts that a schema has for readers, by the path of the value that they describe. */
export type SchemaWords = ReadonlyMap<string, ReadonlySet<string>>;

const maxDepth = 16;

/** Collects the titles, descriptions and examples of a schema. */
export function wordsOf(root: JsonSchema): SchemaWords {
  const words = new Map<string, Set<string>>();
  const add = (path: string, text: string): void => {
    const known = words.get(path);
    if (known === undefined) words.set(path, new Set([text]));
    else known.add(text);
  };
  const visit = (schema: unknown, path: string, seen: ReadonlySet<string>): void => {
    if (!isSchemaObject(schema) || seen.size > maxDepth) return;
    const { $ref, title, description, examples, deprecated, properties = {}, items, prefixItems = [] } = schema;
    for (const text of [title, description]) if (typeof text === 'string') add(path, normalize(text));
    if (examples !== undefined) add(path, `examples ${JSON.stringify(examples)}`);
    if (deprecated === true) add(path, 'deprecated');
    if (typeof $ref === 'string' && !seen.has($ref)) visit(resolveRef(root, $ref), path, new Set([...seen, $ref]));
    for (const [name, property] of Object.entries(properties)) visit(property, joinPath(path, name), seen);
    for (const item of [items, ...prefixItems]) visit(item, `${path}[]`, seen);
    for (const property of Object.values(schema.patternProperties ?? {})) visit(property, joinPath(path, '*'), seen);
    visit(schema.additionalProperties, joinPath(path, '*'), seen);
    const { anyOf = [], oneOf = [], allOf = [] } = schema;
    for (const part of [...anyOf, ...oneOf, ...allOf]) visit(part, path, seen);
  };
  visit(root, '', new Set());
  return words;
}

/** Returns the path of a property. */
export function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
