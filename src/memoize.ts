/**
 * Wraps a function of one object so that it computes the value of each object once.
 *
 * This is the only state that a module may hold, because no caller can observe it: the value follows from the object alone,
 * a lost entry is computed again with an equal result, and the WeakMap lets go of an entry with its key. Classes,
 * contracts and schemas are such keys: they do not change once they are defined, and all tools of a class share them.
 */
export function memoize<K extends object, V>(create: (key: K) => V): (key: K) => V {
  const values = new WeakMap<K, V>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined || values.has(key)) return known as V;
    const value = create(key);
    values.set(key, value);
    return value;
  };
}
