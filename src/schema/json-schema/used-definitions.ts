import type { JsonSchema } from '../../base/json/json-schema.js';
import { definitionName, refsIn } from './schema-refs.js';
import type { AnySchema } from './schema-walk.js';

type Definitions = Readonly<Record<string, AnySchema>>;

/** Returns the definitions to which a schema refers, directly or indirectly, in their original order. */
export function usedDefinitions(schema: JsonSchema, definitions: Definitions): Definitions {
  const used = new Set<string>();
  const queue: AnySchema[] = [schema];
  for (const held of queue) {
    for (const ref of refsIn(held)) {
      const name = definitionName(ref);
      const definition = name === undefined || used.has(name) ? undefined : definitions[name];
      if (name === undefined || definition === undefined) continue;
      used.add(name);
      queue.push(definition);
    }
  }
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => used.has(name)));
}

/** Removes the definitions to which nothing in the schema refers. */
export function withUsedDefinitions(schema: JsonSchema): JsonSchema {
  const { $defs, ...root } = schema;
  if ($defs === undefined) return schema;
  const used = usedDefinitions(root, $defs);
  return Object.keys(used).length === 0 ? root : { ...root, $defs: used };
}
