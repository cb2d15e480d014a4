import { createHash } from 'node:crypto';
import { canonicalJson } from '../../toolkit/approval/canonical-json.js';
import type { RemoteTool } from '../protocol/remote-tool.js';

/**
 * What a tool was when somebody looked at it: the SHA-256 of its name, its description and its schemas, as the server sent
 * them, in hexadecimal. Undefined for one that is nested too deep to be read.
 */
export function fingerprintOf({ name, description, inputSchema, outputSchema }: RemoteTool): string | undefined {
  return digestOf({ name, description, inputSchema, outputSchema });
}

/** The digest of any JSON; undefined for JSON that is nested too deep to be read. */
export function digestOf(value: unknown): string | undefined {
  const text = canonicalJson(value);
  return text === undefined ? undefined : createHash('sha256').update(text).digest('hex');
}
