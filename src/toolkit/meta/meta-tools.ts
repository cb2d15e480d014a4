import { DefinitionError } from '../../errors.js';
import { previewValue } from '../../value-preview.js';
import type { ToolCatalog } from '../tool-catalog.js';
import { metaToolEntry, metaToolName } from './meta-tool.js';
import { searchToolEntry, searchToolName } from './search-tool.js';

/** How models choose among the groups of a toolkit. */
export interface MetaToolOptions {
  /**
   * Whether models may also search for tools by words: always, never, or once there are so many groups besides the basic
   * one. @default from 10 groups on
   */
  readonly search?: boolean | { readonly fromGroups: number } | undefined;
}

// A model reads the names of a handful of groups faster than it searches them.
const usualFromGroups = 10;

/** Adds the tools by which models switch groups. Throws a DefinitionError if another tool has such a name. */
export function addMetaTools(
  catalog: ToolCatalog,
  { search = { fromGroups: usualFromGroups } }: MetaToolOptions,
): void {
  const fromGroups = fromGroupsOf(search);
  const entries = catalog.entry(metaToolName)?.actsOnScope === true ? [] : [metaToolEntry(catalog)];
  if (catalog.entry(searchToolName)?.actsOnScope === true) catalog.remove(searchToolName);
  if (fromGroups !== undefined) entries.push(searchToolEntry(catalog, fromGroups));
  catalog.add(entries, 'error');
}

function fromGroupsOf(search: unknown): number | undefined {
  if (search === false) return undefined;
  if (search === true) return 0;
  const fromGroups: unknown =
    typeof search === 'object' && search !== null ? Reflect.get(search, 'fromGroups') : search;
  if (typeof fromGroups === 'number' && fromGroups >= 0) return fromGroups;
  throw new DefinitionError(
    `enableMetaTool: search must be true, false or { fromGroups: a number }, not ${previewValue(search)}.`,
  );
}
