import type { ToolCatalog } from '../tool-catalog.js';
import { CodeMode } from './code-mode.js';
import type { CodeModeSettings } from './code-options.js';

/** Adds the tools of code mode, in place of those that it added before. Throws a DefinitionError if one has a name that is in use. */
export function addCodeMode(catalog: ToolCatalog, settings: CodeModeSettings): void {
  const codeMode = new CodeMode(settings);
  const names = codeMode.entries.map(({ spec }) => spec.name);
  // Its search replaces that for groups.
  catalog.removeWhere(({ spec, actsOnScope }) => actsOnScope === true && names.includes(spec.name));
  catalog.add(codeMode.entries, 'error');
  catalog.codeMode = codeMode;
}
