import type { JsonSchema } from '../../base/json/json-schema.js';
import { definitionName, rootRef } from './schema-refs.js';
import { eachInPlace, isRecord } from './schema-walk.js';

/**
 * Finds a definition that refers back to itself without descending a level, so that validation would never end. Returns
 * its name, `#` for the root, or undefined if there is no such definition.
 */
export function findEndlessRef(schema: JsonSchema): string | undefined {
  const { $defs = {}, ...root } = schema;
  const nodes = new Map<string, Set<string>>([[rootRef, inPlaceTargets(root)]]);
  for (const [name, definition] of Object.entries($defs)) nodes.set(name, inPlaceTargets(definition));
  for (const name of findTerminating(nodes)) nodes.delete(name);
  // Every remaining node refers to another remaining node, so following them leads into a cycle.
  let [name] = nodes.keys();
  const visited = new Set<string>();
  while (name !== undefined && !visited.has(name)) {
    visited.add(name);
    name = [...(nodes.get(name) ?? [])].find((target) => nodes.has(target));
  }
  return name;
}

/** Finds the nodes from which every path ends, starting with nodes without outgoing references. */
function findTerminating(nodes: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const sources = new Map<string, string[]>();
  const remaining = new Map<string, number>();
  for (const [name, targets] of nodes) {
    remaining.set(name, targets.size);
    for (const target of targets) sources.set(target, [...(sources.get(target) ?? []), name]);
  }
  const terminating = [...nodes.keys()].filter((name) => remaining.get(name) === 0);
  for (const name of terminating) {
    for (const source of sources.get(name) ?? []) {
      const left = (remaining.get(source) ?? 0) - 1;
      remaining.set(source, left);
      if (left === 0) terminating.push(source);
    }
  }
  return terminating;
}

/** Returns the names of the definitions to which a schema refers without descending a level; `#` for the root. */
export function inPlaceTargets(schema: unknown): Set<string> {
  const targets = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (held: unknown): void => {
    if (!isRecord(held) || seen.has(held)) return;
    seen.add(held);
    if (held.$ref === rootRef) targets.add(rootRef);
    else if (typeof held.$ref === 'string') targets.add(definitionName(held.$ref) ?? rootRef);
    eachInPlace(held, visit);
  };
  visit(schema);
  return targets;
}
