/** An empty set of names, shared because most of thousands of tools need one. */
export const noNames: ReadonlySet<string> = new Set<string>();

/** An empty map by name, shared for the same reason as `noNames`. */
export const noEntries: ReadonlyMap<string, never> = new Map<string, never>();
