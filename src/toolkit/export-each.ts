import { emitWarning } from '../base/errors/emit-warning.js';
import { isTooLargeError } from '../format/check-expansion.js';
import type { WarningOptions } from '../format/warnings.js';

/** The option of exports of several tools for those that the format cannot express. */
export interface UnsupportedOptions {
  /**
   * What happens to a tool whose schemas are too large for the format: `'omit'` leaves it out with a warning that names
   * it, `'error'` throws. An export of a single tool always throws.
   *
   * @default 'omit'
   */
  readonly unsupported?: 'omit' | 'error' | undefined;
}

/** The options of {@link exportEach}. */
export interface ExportEachOptions extends WarningOptions, UnsupportedOptions {}

/**
 * Exports tools one by one, without those whose schemas are too large for the format.
 *
 * @throws DefinitionError on such a tool if `unsupported` is `'error'`.
 */
export function exportEach<Tool, Exported>(
  tools: readonly Tool[],
  exportTool: (tool: Tool) => Exported,
  { unsupported = 'omit', onWarning = emitWarning }: ExportEachOptions = {},
): Exported[] {
  return tools.flatMap((tool) => {
    try {
      return [exportTool(tool)];
    } catch (error) {
      if (unsupported === 'error' || !isTooLargeError(error)) throw error;
      onWarning(`A tool was left out of the export. ${error.message}`);
      return [];
    }
  });
}
