import { DefinitionError } from '../../base/errors/errors.js';
import { previewValue } from '../../base/values/value-preview.js';
import { searchToolName } from '../../toolkit/search-tool-name.js';
import type { ToolCatalog } from '../../toolkit/tool-catalog.js';
import { metaToolEntry, metaToolName } from './meta-tool.js';
import { searchToolEntry } from './search-tool.js';

/** The options of `enableMetaTool`. */
export interface MetaToolOptions {
  /**
   * Whether models can also search for tools: always, never, or if at least `fromGroups` groups exist in addition to
   * the basic one.
   *
   * @default { fromGroups: 10 }
   */
  readonly search?: boolean | { readonly fromGroups: number } | undefined;
}

// With fewer groups, reading their names is faster than searching.
const defaultFromGroups = 10;

/**
 * Adds the tools with which models activate groups. Throws a DefinitionError if another tool has one of their names.
 */
export function addMetaTools(
  catalog: ToolCatalog,
  { search = { fromGroups: defaultFromGroups } }: MetaToolOptions,
): void {
  const fromGroups = readFromGroups(search);
  const { callsByProgram } = catalog.features;
  const entries = catalog.entry(metaToolName)?.actsOnScope === true ? [] : [metaToolEntry(catalog)];
  if (!callsByProgram && catalog.entry(searchToolName)?.actsOnScope === true) {
    catalog.remove(searchToolName);
  }
  // Where programs call the tools, there is a search of its own.
  if (fromGroups !== undefined && !callsByProgram) entries.push(searchToolEntry(catalog, fromGroups));
  catalog.add(entries, 'error');
}

function readFromGroups(search: unknown): number | undefined {
  if (search === false) return undefined;
  if (search === true) return 0;
  const fromGroups: unknown =
    typeof search === 'object' && search !== null ? Reflect.get(search, 'fromGroups') : search;
  if (typeof fromGroups === 'number' && fromGroups >= 0) return fromGroups;
  throw new DefinitionError(
    `enableMetaTool: search must be true, false or { fromGroups: a number }, not ${previewValue(search)}.`,
  );
}
