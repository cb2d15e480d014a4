import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { viewMimeType } from '../../../tool/metadata/tool-view.js';

/** The key of the capability with which clients show views, and servers have them (MCP Apps 2026-01-26). */
export const appsExtension = 'io.modelcontextprotocol/ui';

/** Whether a client shows views, and keeps the tools that only views call from its model. */
export function supportsApps(capabilities: unknown): boolean {
  const extensions = isRecord(capabilities) ? capabilities.extensions : undefined;
  const apps = isRecord(extensions) ? extensions[appsExtension] : undefined;
  if (!isRecord(apps)) return false;
  const { mimeTypes } = apps;
  return mimeTypes === undefined || (Array.isArray(mimeTypes) && mimeTypes.includes(viewMimeType));
}
