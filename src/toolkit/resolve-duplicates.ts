import { DefinitionError } from '../errors.js';
import type { ToolEntry } from './tool-entry.js';

/** The policy for a tool whose name is already in use: throw, replace the other tool, skip this one, or rename it. */
export type DuplicatePolicy = 'error' | 'replace' | 'skip' | 'rename';

/** The registered versions of each tool by name, in the order of registration. */
export type ToolTable = ReadonlyMap<string, readonly ToolEntry[]>;

/** The tools that are added, and the tools that exist. */
export interface Addition {
  readonly others: ToolTable;
  readonly entries: readonly ToolEntry[];
  readonly policy: DuplicatePolicy;
  /** Checks whether a tool that a model provider runs has a name. */
  isHosted(name: string): boolean;
  /** Checks whether a directly registered tool has replaced this tool of a source. */
  isReplaced(entry: ToolEntry): boolean;
  /** Called with the name of each tool that the policy skips. */
  onSkip(name: string): void;
}

/**
 * Returns the versions of each name that changes, after applying the policy for duplicates. A directly registered tool
 * always takes precedence over a tool of a source, because the names of a source may be untrusted.
 *
 * @throws DefinitionError if a tool cannot be added.
 */
export function resolveDuplicates({ others, entries, policy, ...addition }: Addition): ToolTable {
  const added = new Map<string, readonly ToolEntry[]>();
  const isUsed = (name: string): boolean => others.has(name) || added.has(name) || addition.isHosted(name);
  for (const entry of entries) {
    const { name } = entry.spec;
    const [other] = others.get(name) ?? [];
    const isOthers = entry.source === undefined && other?.source !== undefined;
    const isLocals = entry.source !== undefined && other !== undefined && other.source === undefined;
    if (isLocals && addition.isReplaced(entry)) continue;
    if (!isUsed(name) || (isOthers && !added.has(name))) added.set(name, [Object.freeze(entry)]);
    else if (policy === 'rename') {
      const free = findFreeName(name, isUsed);
      added.set(free, [Object.freeze({ ...entry, spec: entry.spec.rename(free) })]);
    } else if (policy === 'replace' && !addition.isHosted(name)) {
      if (!isLocals) added.set(name, [Object.freeze(entry)]);
    } else if (policy === 'skip') {
      addition.onSkip(name);
    } else {
      throw new DefinitionError(
        `There is a tool named '${name}' already. Rename one with spec.rename(…), or set { onDuplicate }.`,
      );
    }
  }
  return added;
}

// Tool names have at most 64 characters (see tool-name.ts).
const longestName = 64;

function findFreeName(name: string, isUsed: (name: string) => boolean): string {
  for (let count = 2; ; count++) {
    const suffix = `_${count}`;
    const free = name.slice(0, longestName - suffix.length) + suffix;
    if (!isUsed(free)) return free;
  }
}
