import type { ToolSpec } from './tool-spec.js';

/**
 * Checks whether only the views of MCP Apps may call a tool (MCP Apps 2026-01-26, resource discovery, `visibility`). A tool
 * without a list of audiences is for models too.
 */
export function isForAppsOnly({ meta }: Pick<ToolSpec, 'meta'>): boolean {
  const ui = meta?.ui;
  if (typeof ui !== 'object' || ui === null || !('visibility' in ui)) return false;
  return Array.isArray(ui.visibility) && !ui.visibility.includes('model');
}
