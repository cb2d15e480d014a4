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
  /** The server's name of the tool that had the same name for models before; undefined if there was none. */
  readonly renamed: string | undefined;
}

/** The policy and the fingerprints that detect drift. */
export interface DriftCheck {
  readonly policy: DriftPolicy;
  /** The approved fingerprints by remote name. If undefined, the first fingerprint of each tool is approved. */
  readonly pinned: ReadonlyMap<string, string> | undefined;
  /** The first fingerprint of each tool. */
  readonly seen: Map<string, string>;
  readonly report: (drift: ToolDrift) => void;
}

/** Reports a tool that has drifted. Returns the reason for quarantining it; undefined if it can be imported. */
export function driftReason(
  { policy, pinned, seen, report }: DriftCheck,
  { name, fingerprint, renamed }: Omit<ToolDrift, 'expected' | 'actual'> & { readonly fingerprint: string },
): string | undefined {
  const expected = pinned === undefined ? seen.get(name) : pinned.get(name);
  const isFirstLook = pinned === undefined && expected === undefined;
  if (isFirstLook) seen.set(name, fingerprint);
  const hasDrifted = renamed !== undefined || (!isFirstLook && expected !== fingerprint);
  if (!hasDrifted) return undefined;
  report({ name, expected, actual: fingerprint, renamed });
  if (policy !== 'deny') return undefined;
  if (renamed !== undefined) return 'its name for models called another tool of the server before';
  return expected === undefined
    ? 'it is new: no fingerprint is pinned for it'
    : 'it has changed: its fingerprint differs from the pinned one';
}
