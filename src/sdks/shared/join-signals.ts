/** Returns a signal that aborts with the first of two signals. Returns undefined if there is none. */
export function joinSignals(first: AbortSignal | undefined, second: AbortSignal | undefined): AbortSignal | undefined {
  return first === undefined || second === undefined ? (first ?? second) : AbortSignal.any([first, second]);
}
