import type { JsonSchema } from '../../json-schema.js';
import { definitionName, rootRef } from './schema-refs.js';
import { eachInPlace, isRecord } from './schema-walk.js';

/**
 * The name of a definition that refers back to itself without going a level down, so that validation would never end;
 * `#` is the root. Undefined if there is none.
 */
export function findEndlessRef(schema: JsonSchema): string | undefined {
  const { $defs = {}, ...root } = schema;
  const nodes = new Map<string, Set<string>>([[rootRef, inPlaceTargets(root)]]);
  for (const [name, definition] of Object.entries($defs)) nodes.set(name, inPlaceTargets(definition));
  for (const name of endingFirst(nodes)) nodes.delete(name);
  // Every node that is left leads to another that is left: following them arrives in a circle.
  let [name] = nodes.keys();
  const passed = new Set<string>();
  while (name !== undefined && !passed.has(name)) {
    passed.add(name);
    name = [...(nodes.get(name) ?? [])].find((target) => nodes.has(target));
  }
  return name;
}

/** The nodes from which every way ends, those without a way on first. */
function endingFirst(nodes: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const comingFrom = new Map<string, string[]>();
  const waysOn = new Map<string, number>();
  for (const [name, targets] of nodes) {
    waysOn.set(name, targets.size);
    for (const target of targets) comingFrom.set(target, [...(comingFrom.get(target) ?? []), name]);
  }
  const ending = [...nodes.keys()].filter((name) => waysOn.get(name) === 0);
  for (const name of ending) {
    for (const before of comingFrom.get(name) ?? []) {
      const left = (waysOn.get(before) ?? 0) - 1;
      waysOn.set(before, left);
      if (left === 0) ending.push(before);
    }
  }
  return ending;
}

function inPlaceTargets(schema: unknown): Set<string> {
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
