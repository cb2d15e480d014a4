/** Those who follow one signal. Node warns on the console of more than ten listeners: together they listen once. */
class Following {
  readonly #signal: AbortSignal;
  readonly #stops = new Set<() => void>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(stop: () => void): void {
    if (this.#stops.size === 0) this.#signal.addEventListener('abort', this.#tell, { once: true });
    this.#stops.add(stop);
  }

  delete(stop: () => void): void {
    if (this.#stops.delete(stop) && this.#stops.size === 0) this.#signal.removeEventListener('abort', this.#tell);
  }

  readonly #tell = (): void => {
    for (const stop of this.#stops) stop();
  };
}

// Kept as long as the signal: to make an entry costs more than a call, and a caller often has one signal for many calls.
const followingBySignal = new WeakMap<AbortSignal, Following>();

/** Calls `stop` when the signal aborts, until the function that it gives is called. */
export function followAbort(signal: AbortSignal, stop: () => void): () => void {
  const following = followingOf(signal);
  following.add(stop);
  return () => following.delete(stop);
}

function followingOf(signal: AbortSignal): Following {
  const known = followingBySignal.get(signal);
  if (known !== undefined) return known;
  const following = new Following(signal);
  followingBySignal.set(signal, following);
  return following;
}
