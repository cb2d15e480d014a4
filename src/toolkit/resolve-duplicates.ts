import { DefinitionError } from '../base/errors/errors.js';
import { oneOf } from '../base/options/option-rules.js';
import { compareVersions, parseVersion } from '../tool/spec/version-range.js';
import type { ToolEntry } from './entry/tool-entry.js';

/** The policy for a tool whose name is already in use: throw, replace the other tool, skip this one, or rename it. */
export type DuplicatePolicy = 'error' | 'replace' | 'skip' | 'rename';

/** The rule of options that name a policy. */
export const duplicatePolicy = oneOf('error', 'replace', 'skip', 'rename');

/** The registered versions of each tool by name, the highest first. The names are in the order of registration. */
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
 * Returns the versions of each name that changes, after applying the policy for duplicates. Tools with one name and
 * different numeric versions are no duplicates if they come from one source, or if all are directly registered. A
 * directly registered tool always takes precedence over a tool of a source, because the names of a source may be
 * untrusted.
 *
 * @throws DefinitionError if a tool cannot be added.
 */
export function resolveDuplicates({ others, entries, policy, ...addition }: Addition): ToolTable {
  const added = new Map<string, readonly ToolEntry[]>();
  const isUsed = (name: string): boolean => others.has(name) || added.has(name) || addition.isHosted(name);
  for (const entry of entries) {
    const { name } = entry.spec;
    const known = added.get(name) ?? others.get(name) ?? [];
    const [other] = others.get(name) ?? [];
    const isOthers = entry.source === undefined && other?.source !== undefined;
    const isLocals = entry.source !== undefined && other !== undefined && other.source === undefined;
    if (isLocals && addition.isReplaced(entry)) continue;
    if (!isUsed(name) || (isOthers && !added.has(name))) added.set(name, [Object.freeze(entry)]);
    else if (known.length > 0 && known.every((one) => isOtherVersion(one, entry))) {
      added.set(name, withVersion(known, entry));
    } else if (policy === 'rename') {
      const free = findFreeName(name, isUsed);
      added.set(free, [Object.freeze({ ...entry, spec: entry.spec.rename(free) })]);
    } else if (policy === 'replace' && !addition.isHosted(name)) {
      if (!isLocals) added.set(name, withVersion(known, entry));
    } else if (policy === 'skip') {
      addition.onSkip(name);
    } else {
      throw createDuplicateError(entry, known);
    }
  }
  return added;
}

/** Checks whether two tools of one name can be registered as versions of it. */
function isOtherVersion(one: ToolEntry, other: ToolEntry): boolean {
  const [first, second] = [parseVersion(one.spec.version), parseVersion(other.spec.version)];
  // A source must not provide a version of a tool that is not its own.
  if (one.source !== other.source || first === undefined || second === undefined) return false;
  return compareVersions(first, second) !== 0;
}

/** Returns the versions of a name with an entry, the highest first. The entry replaces those that it duplicates. */
function withVersion(known: readonly ToolEntry[], entry: ToolEntry): readonly ToolEntry[] {
  const others = known.filter((one) => isOtherVersion(one, entry));
  return [...others, Object.freeze(entry)].sort(compareEntries);
}

function compareEntries({ spec: one }: ToolEntry, { spec: other }: ToolEntry): number {
  const [first, second] = [parseVersion(one.version), parseVersion(other.version)];
  return first === undefined || second === undefined ? 0 : compareVersions(second, first);
}

function createDuplicateError({ spec: { name, version } }: ToolEntry, known: readonly ToolEntry[]): DefinitionError {
  const versions = [...known.map(({ spec }) => spec.version), version];
  const isComparable = versions.every((one) => parseVersion(one) !== undefined);
  const hint =
    isComparable || versions.every((one) => one === undefined)
      ? ''
      : ` Only tools with numeric versions such as '2.1.0' can share a name; these have ${listVersions(versions)}.`;
  const existing = isComparable ? `'${name}' with the version '${version}'` : `'${name}'`;
  return new DefinitionError(
    `There is a tool named ${existing} already.${hint} Rename one with spec.rename(…), or set { onDuplicate }.`,
  );
}

function listVersions(versions: readonly (string | undefined)[]): string {
  return versions.map((version) => (version === undefined ? 'no version' : `'${version}'`)).join(' and ');
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
