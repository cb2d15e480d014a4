import { compileToolPatterns } from '../tool/spec/tool-pattern.js';
import { createUnknownNameError } from '../tool/spec/unknown-name-error.js';
import type { ToolVersions } from './tool-versions.js';

/** A selection of tools by tag and by name. */
export interface ToolSelection {
  /** The tags of which a selected tool has at least one. @default any or none */
  readonly tags?: readonly string[] | undefined;
  /** The names of the selected tools. `*` matches any number of characters. @default all tools */
  readonly include?: readonly string[] | undefined;
  /** The names of tools that are omitted. `*` matches any number of characters. @default no tools */
  readonly exclude?: readonly string[] | undefined;
}

/** A selection of the tools of a toolkit, for a caller. */
export interface ToolFilter extends ToolSelection {
  /** Whether to select only tools of active groups, or only tools of inactive groups. @default both */
  readonly active?: boolean | undefined;
  /** The group whose tools are selected. @default all groups */
  readonly group?: string | undefined;
  /** The identity of the caller. Tools that this caller must not access are omitted. */
  readonly auth?: unknown;
  /**
   * The request object of a framework on whose behalf tools are listed. `canAccess` receives it.
   *
   * @default the session's
   */
  readonly hostRequest?: unknown;
  /**
   * The versions to choose from, by tool name: `'1.2.3'`, `'1.2.x'`, `'1.x'` or `'*'`.
   *
   * @default the session's, or the highest version of each tool
   */
  readonly versions?: ToolVersions | undefined;
  /** The groups that count as active, in addition to the basic one. @default the active groups */
  readonly groups?: readonly string[] | undefined;
}

/** A selection of the active tools to export, for a caller. */
export type ExportFilter = Omit<ToolFilter, 'active' | 'group'>;

/** The parts of a tool by which it is selected. */
export interface SelectableTool {
  readonly name: string;
  readonly tags: readonly string[];
}

/**
 * Creates a function that checks whether a tool is selected.
 *
 * @param names - The names of all tools: a name without `*` must be one of them, so that a misspelled one in `exclude`
 * does not select its tool.
 * @throws DefinitionError on a name that does not exist.
 */
export function createSelector(
  { tags, include, exclude }: ToolSelection,
  names: readonly string[],
): (tool: SelectableTool) => boolean {
  const isIncluded = include === undefined ? () => true : compileToolPatterns(include, 'include');
  const isExcluded = exclude === undefined ? () => false : compileToolPatterns(exclude, 'exclude');
  for (const [option, listed] of Object.entries({ include, exclude })) checkNames(option, listed ?? [], names);
  return (tool) => {
    if (tags !== undefined && !tags.some((tag) => tool.tags.includes(tag))) return false;
    return isIncluded(tool.name) && !isExcluded(tool.name);
  };
}

function checkNames(option: string, listed: readonly string[], names: readonly string[]): void {
  const unknown = listed.find((name) => !name.includes('*') && !names.includes(name));
  if (unknown !== undefined) throw createUnknownNameError(option, unknown, names);
}
