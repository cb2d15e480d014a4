import { isRecord } from '../../../schema/json-schema/schema-walk.js';

/** The protocol versions that a server implements: `2025-11-25` and older ones, with `@modelcontextprotocol/sdk`; or `2026-07-28`. */
export type McpEra = '2025-11-25' | '2026-07-28';

/** The package with the servers of an era. */
export const packageOfEra: Readonly<Record<McpEra, string>> = {
  '2025-11-25': '@modelcontextprotocol/sdk',
  '2026-07-28': '@modelcontextprotocol/server',
};

const newest = '2026-07-28';
const versionKey = 'io.modelcontextprotocol/protocolVersion';

/**
 * Returns the era of a message. From 2026-07-28 on, each request names its version in its params, and over HTTP in a
 * header (specification, basic/versioning).
 */
export function eraOf(message: unknown, versionHeader?: string): McpEra {
  if (versionHeader !== undefined && versionHeader >= newest) return newest;
  const { params } = isRecord(message) ? message : {};
  const { _meta: meta } = isRecord(params) ? params : {};
  return isRecord(meta) && meta[versionKey] !== undefined ? newest : '2025-11-25';
}
