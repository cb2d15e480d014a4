import { isRecord } from '../../../schema/json-schema/schema-walk.js';

const reservedLabels: readonly unknown[] = ['modelcontextprotocol', 'mcp'];

/**
 * Checks whether MCP reserves a key of `_meta` for itself by its prefix. It reserves prefixes whose second label is
 * `modelcontextprotocol` or `mcp` (specification 2025-11-25, basic, `_meta`), or whose last but one label is (2025-06-18).
 */
export function isReservedMetaKey(key: string): boolean {
  const slash = key.indexOf('/');
  const labels = slash < 0 ? [] : key.slice(0, slash).toLowerCase().split('.');
  return labels.length > 1 && [labels[1], labels.at(-2)].some((label) => reservedLabels.includes(label));
}

/**
 * Returns the keys of `_meta` that belong to the application of the peer, without those that the protocol itself uses.
 * Returns undefined if there are none.
 */
export function applicationMeta(meta: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(meta)) return undefined;
  const own = Object.entries(meta).filter(([key]) => key !== 'progressToken' && !isReservedMetaKey(key));
  return own.length === 0 ? undefined : Object.fromEntries(own);
}
