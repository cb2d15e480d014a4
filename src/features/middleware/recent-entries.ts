import type { LRUCache } from 'lru-cache';

/** The limits of a map of recent entries. */
export interface RecentLimits {
  /** The maximum number of entries. The least recently used ones beyond it are removed. */
  readonly max: number;
  /** The time after which an entry is removed, in milliseconds. @default no limit */
  readonly ttl?: number;
}

// Enough for the concurrent conversations of one process. Each entry needs some hundred bytes.
export const maxKeys = 10_000;

/**
 * Creates a function that opens a bounded map with its first call, and returns the same map afterwards. It loads
 * `lru-cache` on demand, because most applications do not use it.
 */
export function lazyRecentEntries<V extends object>(limits: RecentLimits): () => Promise<LRUCache<string, V>> {
  let opening: Promise<LRUCache<string, V>> | undefined;
  const open = async (): Promise<LRUCache<string, V>> => {
    const { LRUCache } = await import('lru-cache');
    return new LRUCache<string, V>({ ...limits });
  };
  return () => {
    opening ??= open();
    return opening;
  };
}
