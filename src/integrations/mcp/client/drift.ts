import type { LocalName } from '../../../tool/spec/local-names.js';

/**
 * The policy for a tool whose definition has changed: quarantine it, import it with a warning, or import it silently.
 */
export type DriftPolicy = 'deny' | 'warn' | 'allow';

/** A tool whose definition differs from the approved one. */
export interface ToolDrift {
  /** The server's name of the tool. */
  readonly name: string;
  /** The approved fingerprint; undefined for a tool that has none. */
  readonly expected: string | undefined;
  readonly actual: string;
}

/** A tool or prompt whose name for models belongs to none any more, because another one of the server would have the same. */
export interface RenamedTool {
  /** The server's name of the tool. */
  readonly name: string;
  readonly formerName: string;
  readonly newName: string;
}

/** The policy and the fingerprints that detect drift. */
export interface DriftCheck {
  readonly policy: DriftPolicy;
  /** The approved fingerprints by remote name. If undefined, the first fingerprint of each tool is approved. */
  readonly pinned: ReadonlyMap<string, string> | undefined;
  /** The first fingerprint of each tool. */
  readonly seen: Map<string, string>;
  readonly report: (drift: ToolDrift) => void;
  readonly reportRenamed: (renamed: RenamedTool) => void;
}

/** Reports a tool that has drifted. Returns the reason for quarantining it; undefined if it can be imported. */
export function driftReason(
  { policy, pinned, seen, report }: DriftCheck,
  { name, fingerprint }: { readonly name: string; readonly fingerprint: string },
): string | undefined {
  const expected = pinned === undefined ? seen.get(name) : pinned.get(name);
  const isFirstLook = pinned === undefined && expected === undefined;
  if (isFirstLook) seen.set(name, fingerprint);
  if (isFirstLook || expected === fingerprint) return undefined;
  report({ name, expected, actual: fingerprint });
  if (policy !== 'deny') return undefined;
  return expected === undefined
    ? 'it is new: no fingerprint is pinned for it'
    : 'it has changed: its fingerprint differs from the pinned one';
}

/** Reports a tool that has lost its name. Returns the reason for quarantining it; undefined if it can be imported. */
export function renamingReason(
  { policy, reportRenamed }: DriftCheck,
  name: string,
  { name: newName, formerName }: LocalName,
): string | undefined {
  if (formerName === undefined) return undefined;
  reportRenamed({ name, formerName, newName });
  if (policy !== 'deny') return undefined;
  return `its name for models '${formerName}' is also that of another one of the server`;
}
