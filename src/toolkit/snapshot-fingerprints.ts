import { emitWarning } from '../base/errors/emit-warning.js';
import { memoize } from '../base/values/memoize.js';
import { digestOf } from '../tool/arguments/canonical-json.js';
import type { ToolSpec } from '../tool/spec/tool-spec.js';
import type { ToolEntry } from './entry/tool-entry.js';
import type { GroupDefinition } from './entry/tool-group.js';

type Fingerprints = Readonly<Record<string, string>>;

/** Returns the fingerprints of the tools of a catalog, by name. Omits tools that act on the toolkit itself. */
export function toolFingerprints(entries: readonly ToolEntry[]): Fingerprints {
  const own = entries.filter(({ actsOnScope }) => actsOnScope !== true);
  return Object.fromEntries(own.map(({ spec }) => [spec.name, toolFingerprint(spec)]));
}

/** Returns the fingerprints of groups, by name. */
export function groupFingerprints(groups: readonly GroupDefinition[]): Fingerprints {
  return Object.fromEntries(groups.map((group) => [group.name, groupFingerprint(group)]));
}

/** Lists what is missing or has changed since a snapshot. */
export function listDifferences(kind: 'tool' | 'group', saved: Fingerprints, current: Fingerprints): readonly string[] {
  return Object.entries(saved).flatMap(([name, fingerprint]) => {
    if (!Object.hasOwn(current, name)) return [`the ${kind} '${name}' is missing`];
    return current[name] === fingerprint ? [] : [`the ${kind} '${name}' has changed`];
  });
}

/** Emits one process warning that names all differences. */
export function reportDifferences(found: readonly string[]): void {
  if (found.length === 0) return;
  emitWarning(`restore(): since the snapshot was taken, ${found.join('; ')}.`);
}

/** Returns a spec without a description that depends on the caller. */
function withFixedDescription(spec: ToolSpec): ToolSpec {
  return typeof spec.descriptionSource === 'function' ? spec.with({ description: undefined }) : spec;
}

// A spec and a group never change.
/** Returns the fingerprint of a tool as models see it. */
export const toolFingerprint = memoize((spec: ToolSpec) => digest(withFixedDescription(spec).toJsonSchema()));
const groupFingerprint = memoize(({ description, instructions }: GroupDefinition) =>
  digest({ description, instructions }),
);

function digest(definition: object): string {
  // A schema that is nested too deeply for a digest counts as unchanged.
  return digestOf(definition, 'base64url')?.slice(0, digestLength) ?? '';
}

// In characters of base64url: 96 bits.
const digestLength = 16;
