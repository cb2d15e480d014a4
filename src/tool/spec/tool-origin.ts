import type { ToolSpec } from './tool-spec.js';

/** The entry of the metadata that says which operation of which source a tool calls, by the kind of source. */
export const originKeys = { mcp: 'toolwright/mcp', openApi: 'toolwright/openapi' } as const;

type Described = Partial<Pick<ToolSpec, 'meta'>>;

/**
 * Returns what an imported tool calls, as plain data. Returns undefined for a tool that was not imported. A server that
 * writes another kind of entry into its metadata adds to its own origin only.
 */
export function originOf({ meta }: Described): readonly Readonly<Record<string, unknown>>[] | undefined {
  const entries = entriesOf(meta);
  return entries.length === 0 ? undefined : entries;
}

/** Returns the names that an imported tool has in common with other tools of its source, and therefore does not have. */
export function sharedNamesOf({ meta }: Described): readonly string[] {
  return textsOf(meta, ['plainName']);
}

/** Returns the names of an imported tool in its source: the server's name, or the ID and the route of the operation. */
export function sourceNamesOf({ meta }: Described): readonly string[] {
  const routes = entriesOf(meta).map(({ method, path }) => `${String(method)} ${String(path)}`);
  return [...textsOf(meta, ['tool', 'operation']), ...routes];
}

function textsOf(meta: Described['meta'], keys: readonly string[]): readonly string[] {
  const values = entriesOf(meta).flatMap((entry) => keys.map((key) => entry[key]));
  return values.filter((value) => typeof value === 'string');
}

function entriesOf(meta: Described['meta']): readonly Readonly<Record<string, unknown>>[] {
  const values = Object.values(originKeys).map((key) => meta?.[key]);
  return values.filter(
    (value): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null,
  );
}
