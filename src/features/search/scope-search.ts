import type { ListedTool, ScopeControl } from '../../toolkit/entry/scope-control.js';
import { basicGroup } from '../../toolkit/entry/tool-group.js';
import type { FindRequest, FoundTool, FoundTools, ToolFinder } from '../../toolkit/tool-finder.js';
import type { ToolIndex, WordHit } from './tool-index.js';

// A longer result would not help a model to choose.
const defaultLimit = 10;
const maxGroups = 10;
const maxUsed = 100;

// Among tools that fit equally well, those are probable that belong to what a conversation is about.
const activeFactor = 1.05;
const usedFactor = 1.1;

/** The search of a toolkit or session, which knows what was called in it. */
export class ScopeSearch implements ToolFinder {
  readonly #scope: ScopeControl;
  readonly #index: ToolIndex;
  /** The names of the tools that were called, the latest at the end. */
  readonly #used = new Set<string>();

  constructor(scope: ScopeControl, index: ToolIndex) {
    this.#scope = scope;
    this.#index = index;
  }

  /** Notes that a tool was called. */
  addCall(name: string): void {
    this.#used.delete(name);
    this.#used.add(name);
    for (const oldest of this.#used) {
      if (this.#used.size <= maxUsed) return;
      this.#used.delete(oldest);
    }
  }

  async find<Tool extends ListedTool>({ query, tools, context }: FindRequest<Tool>): Promise<FoundTools<Tool>> {
    const groups = new Map(this.#scope.groups().map((group) => [group.name, group]));
    const searched = await this.#index.read(tools, groups, context?.signal);
    const usedGroups = this.#usedGroups(tools);
    const hits = rankInContext(searched.find(query), usedGroups);
    const ranked = withNamed(hits, searched.findNamed(query));
    if (ranked.length > 0) return { found: ranked.slice(0, defaultLimit), total: ranked.length, nearestGroups: [] };
    return { found: [], total: 0, nearestGroups: nearestGroups(tools, usedGroups) };
  }

  #usedGroups(tools: readonly ListedTool[]): ReadonlySet<string> {
    if (this.#used.size === 0) return none;
    const used = tools.filter(({ spec, group }) => group !== basicGroup && this.#used.has(spec.name));
    return new Set(used.map(({ group }) => group));
  }
}

const none: ReadonlySet<string> = new Set();

function rankInContext<Tool extends ListedTool>(
  hits: readonly WordHit<Tool>[],
  usedGroups: ReadonlySet<string>,
): readonly WordHit<Tool>[] {
  const inContext = hits.map((hit) => {
    const { group, isActive } = hit.tool;
    const factor = (isActive ? activeFactor : 1) * (usedGroups.has(group) ? usedFactor : 1);
    return { ...hit, score: hit.score * factor };
  });
  return inContext.toSorted((one, other) => other.score - one.score);
}

/** Puts the tools first whose names the query states. */
function withNamed<Tool extends ListedTool>(
  hits: readonly FoundTool<Tool>[],
  named: readonly Tool[],
): readonly FoundTool<Tool>[] {
  if (named.length === 0) return hits.map(({ tool, matched }) => ({ tool, matched }));
  const rest = hits.filter(({ tool }) => !named.includes(tool));
  return [...named.map((tool) => ({ tool, matched: [tool.spec.name] })), ...rest];
}

/** Returns the groups that a model may try if no tool fits: those of tools it has called, active ones, then large ones. */
function nearestGroups(tools: readonly ListedTool[], usedGroups: ReadonlySet<string>): readonly string[] {
  const sizes = new Map<string, number>();
  const active = new Set<string>();
  for (const { group, isActive } of tools) {
    if (group === basicGroup) continue;
    sizes.set(group, (sizes.get(group) ?? 0) + 1);
    if (isActive) active.add(group);
  }
  const orderOf = (group: string): number => (usedGroups.has(group) ? 0 : active.has(group) ? 1 : 2);
  return [...sizes]
    .toSorted(([one, size], [other, otherSize]) => orderOf(one) - orderOf(other) || otherSize - size)
    .slice(0, maxGroups)
    .map(([group]) => group);
}
