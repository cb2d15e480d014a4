import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { ToolSpec } from '../../../tool/spec/tool-spec.js';

/**
 * Checks whether a server offers a tool to its user interfaces only (MCP Apps 2026-01-26, resource discovery,
 * `visibility`). A tool without a list of audiences is for models too.
 */
export function isForAppsOnly({ meta }: ToolSpec): boolean {
  const ui = meta?.ui;
  return isRecord(ui) && Array.isArray(ui.visibility) && !ui.visibility.includes('model');
}
