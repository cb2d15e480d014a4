/** Decides whether a tool whose definition has changed is kept out, reported, or imported as it is. */
export type DriftPolicy = 'deny' | 'warn' | 'allow';

/** A tool whose definition is not the approved one. */
export interface ToolDrift {
  /** The server's name of the tool. */
  readonly name: string;
  /** The pinned fingerprint; undefined for a tool that was not there when the others were pinned. */
  readonly expected: string | undefined;
  readonly actual: string;
}

/** The rule and the fingerprints by which drift is found. */
export interface DriftCheck {
  readonly policy: DriftPolicy;
  /**
   * Approved fingerprints, by the server's names. Where it is undefined, the first fingerprint of a tool is approved.
   */
  readonly pinned: ReadonlyMap<string, string> | undefined;
  /** The first fingerprint of each tool. */
  readonly seen: Map<string, string>;
  readonly report: (drift: ToolDrift) => void;
}

/** Reports a tool that has drifted. Gives the reason why it is kept out; undefined for one that is not. */
export function driftReason(
  { policy, pinned, seen, report }: DriftCheck,
  { name, fingerprint }: { readonly name: string; readonly fingerprint: string },
): string | undefined {
  const expected = pinned === undefined ? seen.get(name) : pinned.get(name);
  const isFirstLook = pinned === undefined && expected === undefined;
  if (isFirstLook) seen.set(name, fingerprint);
  const hasDrifted = !isFirstLook && expected !== fingerprint;
  if (!hasDrifted) return undefined;
  report({ name, expected, actual: fingerprint });
  if (policy !== 'deny') return undefined;
  return expected === undefined
    ? 'it is new: its fingerprint is not among those that are pinned'
    : 'it has changed: its fingerprint is not the one that is pinned';
}
