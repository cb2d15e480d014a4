interface Following {
  readonly stops: Set<() => void>;
  readonly tell: () => void;
}

// Node takes more than ten listeners on one signal for a leak and warns on the console. Many calls at once with one
// signal are no leak: together they listen once.
const followingBySignal = new WeakMap<AbortSignal, Following>();

/** Calls `stop` when the signal aborts, until the function that it gives is called. */
export function followAbort(signal: AbortSignal, stop: () => void): () => void {
  const following = followingBySignal.get(signal) ?? listen(signal);
  following.stops.add(stop);
  return () => {
    if (!following.stops.delete(stop) || following.stops.size > 0) return;
    signal.removeEventListener('abort', following.tell);
    followingBySignal.delete(signal);
  };
}

function listen(signal: AbortSignal): Following {
  const stops = new Set<() => void>();
  const tell = (): void => {
    for (const stop of stops) stop();
  };
  const following = { stops, tell };
  followingBySignal.set(signal, following);
  signal.addEventListener('abort', tell, { once: true });
  return following;
}
