import { type Change, changeClasses } from './change.js';
import { compareDefinitions } from './compare-definitions.js';
import { comparePins } from './compare-servers.js';
import type { Definitions } from './definition.js';

/** Lists what has changed since definitions were locked, the gravest first. What models do not see is compared by fingerprints. */
export function compareWithLock(locked: Definitions, current: Definitions): readonly Change[] {
  const changes = compareDefinitions(locked, current);
  const tools = changes.flatMap(({ subject }) => (subject.kind === 'tool' ? subject.name : []));
  const keys = new Set(tools.flatMap((name) => [name, ...pinKeysOf(name, locked), ...pinKeysOf(name, current)]));
  const found = [...changes, ...comparePins(locked, current, keys)];
  return found.toSorted((one, other) => changeClasses.indexOf(one.class) - changeClasses.indexOf(other.class));
}

/** Returns the names that a tool has on its server. */
function pinKeysOf(name: string, { tools }: Definitions): readonly string[] {
  return (tools[name]?.origin ?? []).flatMap(({ tool }) => (typeof tool === 'string' ? tool : []));
}
