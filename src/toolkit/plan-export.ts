import type { FormatSupport } from '../format/tool-format.js';
import { isDirectlyCallable } from '../tool/spec/is-directly-callable.js';
import type { ToolSpec } from '../tool/spec/tool-spec.js';
import type { ToolEntry } from './entry/tool-entry.js';

/** What decides which tools a scope exports. */
export interface ExportFacts {
  /** The tools that are selected for a caller, active or not. */
  readonly entries: readonly ToolEntry[];
  /** Returns the spec that models see. */
  shown(entry: ToolEntry): ToolSpec;
  readonly supports: FormatSupport;
  /** The names of the deferred tools that a model has loaded. */
  readonly loaded: readonly string[];
  /**
   * Returns the tool with which a model searches for deferred tools. It replaces the one that searches groups. Returns
   * undefined if a tool of the application has its name.
   */
  search(): ToolEntry | undefined;
  isActive(entry: ToolEntry): boolean;
  isDeferred(entry: ToolEntry): boolean;
  /** Checks whether a deferred tool is exported at all, although its group may be inactive. */
  isReachable(entry: ToolEntry): boolean;
}

/** The tools that a scope exports. */
export interface ExportPlan {
  readonly entries: readonly ToolEntry[];
  /** The deferred tools that the export omits until a model loads them. */
  readonly omitted: readonly ToolEntry[];
}

/**
 * Chooses the tools of an export. Which groups are active decides only on tools that are not deferred, so that switching
 * groups of deferred tools does not change an export.
 */
export function planExport(facts: ExportFacts): ExportPlan {
  const { supports, loaded, shown, isActive, isDeferred, isReachable } = facts;
  const callableDirectly = (entry: ToolEntry): boolean => isDirectlyCallable(shown(entry));
  const entries = supports.allowedCallers === true ? facts.entries : facts.entries.filter(callableDirectly);
  const isExported = (entry: ToolEntry): boolean => (isDeferred(entry) ? isReachable(entry) : isActive(entry));
  const exported = entries.filter(isExported);
  const omitted = supports.deferLoading === true ? [] : exported.filter(isDeferred);
  if (omitted.length === 0) return { entries: exported, omitted };
  const search = facts.search();
  const others = exported.filter((entry) => !isDeferred(entry) && entry.spec.name !== search?.spec.name);
  const found = loaded.flatMap((name) => omitted.find(({ spec }) => spec.name === name) ?? []);
  return { entries: [...others, ...(search === undefined ? [] : [search]), ...found], omitted };
}
