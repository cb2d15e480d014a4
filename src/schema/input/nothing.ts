/** No names: one set for all, since thousands of tools have none to tell. */
export const noNames: ReadonlySet<string> = new Set<string>();

/** Nothing by name, likewise. */
export const noEntries: ReadonlyMap<string, never> = new Map<string, never>();
