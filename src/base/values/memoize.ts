/**
 * Wraps a function of one object so that the value of each object is computed once.
 *
 * This is the only state that a module may hold, because no caller can observe it: the value depends only on the
 * object, a lost entry is computed again with an equal result, and the WeakMap drops an entry with its key. Suitable
 * keys are classes, contracts and schemas: they do not change once they are defined, and all tools of a class share
 * them.
 */
export function memoize<K extends object, V>(create: (key: K) => V): (key: K) => V {
  const values = new WeakMap<K, V>();
  return (key) => {
    const cached = values.get(key);
    if (cached !== undefined || values.has(key)) return cached as V;
    const value = create(key);
    values.set(key, value);
    return value;
  };
}
