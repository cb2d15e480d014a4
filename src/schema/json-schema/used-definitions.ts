import type { JsonSchema } from '../../json-schema.js';
import { definitionName, refsIn } from './schema-refs.js';
import type { AnySchema } from './schema-walk.js';

type Definitions = Readonly<Record<string, AnySchema>>;

/** Those of the definitions that a schema leads to, by way of each other too, in their own order. */
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

/** A schema without the definitions that nothing in it leads to. */
export function withUsedDefinitions(schema: JsonSchema): JsonSchema {
  const { $defs, ...root } = schema;
  if ($defs === undefined) return schema;
  const used = usedDefinitions(root, $defs);
  return Object.keys(used).length === 0 ? root : { ...root, $defs: used };
}
