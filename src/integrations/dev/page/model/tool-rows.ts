import type { DevGroup, DevScope, DevToolSummary } from '../../protocol.js';

/** A row of the list of tools. */
export type ToolRow =
  | { readonly kind: 'group'; readonly group: DevGroup; readonly isOpen: boolean }
  | { readonly kind: 'tool'; readonly tool: DevToolSummary };

/** What a user has chosen for the list. */
export interface ToolFilter {
  readonly text: string;
  readonly closedGroups: ReadonlySet<string>;
}

/** Lists the tools of a scope below their groups. A filter shows only what it finds, also in closed groups. */
export function toolRows(scope: DevScope, { text, closedGroups }: ToolFilter): readonly ToolRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const byGroup = new Map<string, DevToolSummary[]>();
  for (const tool of scope.tools) {
    if (!matches(tool, words)) continue;
    const tools = byGroup.get(tool.group);
    if (tools === undefined) byGroup.set(tool.group, [tool]);
    else tools.push(tool);
  }
  return scope.groups.flatMap((group): readonly ToolRow[] => {
    const tools = byGroup.get(group.name) ?? [];
    if (words.length > 0 && tools.length === 0) return [];
    const isOpen = words.length > 0 || !closedGroups.has(group.name);
    const rows = isOpen ? tools.map((tool): ToolRow => ({ kind: 'tool', tool })) : [];
    return [{ kind: 'group', group, isOpen }, ...rows];
  });
}

function matches({ name, title = '', description }: DevToolSummary, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = `${name} ${title} ${description}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The part of a list that is visible. */
export interface ListWindow {
  readonly first: number;
  readonly end: number;
}

/** Computes which rows of a list to render: the visible ones, and some before and after them for the keyboard. */
export function windowOf(list: { count: number; rowHeight: number; scrollTop: number; height: number }): ListWindow {
  const overscan = 10;
  const first = Math.max(0, Math.floor(list.scrollTop / list.rowHeight) - overscan);
  const end = Math.min(list.count, Math.ceil((list.scrollTop + list.height) / list.rowHeight) + overscan);
  return { first: Math.min(first, Math.max(0, end - 1)), end };
}
