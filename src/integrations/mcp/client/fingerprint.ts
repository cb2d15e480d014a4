import { digestOf } from '../../../tool/arguments/canonical-json.js';
import type { RemoteTool } from '../protocol/remote-tool.js';

/**
 * Returns the fingerprint of a tool's definition: the SHA-256 of its name, its description and its schemas as the
 * server sent them, in hexadecimal. Returns undefined for a definition that is nested too deeply.
 */
export function fingerprintOf({ name, description, inputSchema, outputSchema }: RemoteTool): string | undefined {
  return digestOf({ name, description, inputSchema, outputSchema });
}
