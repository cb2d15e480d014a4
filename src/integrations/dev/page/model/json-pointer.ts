import { isJsonObject } from './json.js';

/** The keys and the indexes that lead to a value. */
export type Path = readonly (string | number)[];

/** Converts a path to a JSON Pointer. */
export function pointerOf(path: Path): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Converts a JSON Pointer to its keys. Indexes stay texts. */
export function keysOf(pointer: string): readonly string[] {
  const keys = pointer.split('/').slice(1);
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the value at a path. Returns undefined if there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((parent, key) => childOf(parent, key), value);
}

function childOf(parent: unknown, key: string | number): unknown {
  if (Array.isArray(parent)) return parent[Number(key)];
  return isJsonObject(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined;
}

/**
 * Returns a copy of a value with another value at a path. Undefined removes a property. In a list, it becomes null: the
 * other items keep their places.
 */
export function withValueAt(value: unknown, [key, ...rest]: Path, next: unknown): unknown {
  if (key === undefined) return next;
  const child = withValueAt(childOf(value, key), rest, next);
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? (child ?? null) : item));
  return withProperty(value, String(key), child);
}

/** Returns a copy of an object with another value of a property. Undefined removes the property. */
export function withProperty(parent: unknown, key: string, value: unknown): Readonly<Record<string, unknown>> {
  const entries = isJsonObject(parent) ? Object.entries(parent) : [];
  const isNew = !entries.some(([name]) => name === key);
  const replaced = entries.map(([name, old]): [string, unknown] => [name, name === key ? value : old]);
  const all: readonly [string, unknown][] = isNew ? [...entries, [key, value]] : replaced;
  // `fromEntries` defines properties, so that the name `__proto__` is one as any other.
  return Object.fromEntries(all.filter(([, entry]) => entry !== undefined));
}

/** Returns a copy of an object in which a property has another name, in the same place. */
export function withRenamed(parent: unknown, from: string, to: string): Readonly<Record<string, unknown>> {
  const entries = isJsonObject(parent) ? Object.entries(parent) : [];
  const others = entries.filter(([name]) => name === from || name !== to);
  return Object.fromEntries(others.map(([name, value]) => [name === from ? to : name, value]));
}

/** Returns a copy of a list with an item moved to another place. */
export function withMoved(list: readonly unknown[], from: number, to: number): readonly unknown[] {
  const others = list.filter((_, index) => index !== from);
  return [...others.slice(0, to), list[from], ...others.slice(to)];
}
