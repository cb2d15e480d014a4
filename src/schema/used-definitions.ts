import type { JsonSchema } from '../json-schema.js';
import { definitionName, refsIn } from './schema-refs.js';
import type { AnySchema } from './schema-walk.js';

/** A schema without the definitions that nothing in it leads to. */
export function withUsedDefinitions(schema: JsonSchema): JsonSchema {
  const { $defs, ...root } = schema;
  if ($defs === undefined) return schema;
  const used = new Map<string, AnySchema>();
  const queue: AnySchema[] = [root];
  for (const held of queue) {
    for (const ref of refsIn(held)) {
      const name = definitionName(ref);
      const definition = name === undefined || used.has(name) ? undefined : $defs[name];
      if (name === undefined || definition === undefined) continue;
      used.set(name, definition);
      queue.push(definition);
    }
  }
  return used.size === 0 ? root : { ...root, $defs: Object.fromEntries(used) };
}
