import { withTimeout } from '../../base/async/with-timeout.js';
import type { ListedTool, ScopeControl } from '../../toolkit/entry/scope-control.js';
import { basicGroup } from '../../toolkit/entry/tool-group.js';
import { reportDegraded } from '../../toolkit/report-degraded.js';
import { searchToolName } from '../../toolkit/search-tool-name.js';
import type { FindRequest, FoundTool, FoundTools, ToolFinder } from '../../toolkit/tool-finder.js';
import { fuseRanks } from './fuse-ranks.js';
import { sortByScores } from './rerank.js';
import type { SearchOptions } from './search-options.js';
import type { SimilarTools } from './similar-tools.js';
import type { Groups, ToolIndex, WordHit } from './tool-index.js';
import { passageOf } from './tool-text.js';
import { untilAborted } from './until-aborted.js';

/** What the searches of a toolkit and its sessions share. */
export interface SharedSearch {
  readonly options: SearchOptions;
  readonly index: ToolIndex;
  /** Undefined without an embedding model. */
  readonly similar: SimilarTools | undefined;
}

// A longer result would not help a model to choose.
const defaultLimit = 10;
const defaultTimeoutMs = 10_000;
const maxGroups = 10;
const maxUsed = 100;
// Models take a time that grows with the number of candidates.
const maxCandidates = 50;

// Among tools that fit equally well, those are probable that belong to what a conversation is about.
const activeFactor = 1.05;
const usedFactor = 1.1;

/** The search of a toolkit or session, which knows what was called in it. */
export class ScopeSearch implements ToolFinder {
  readonly #scope: ScopeControl;
  readonly #shared: SharedSearch;
  /** The names of the tools that were called, the latest at the end. */
  readonly #used = new Set<string>();

  constructor(scope: ScopeControl, shared: SharedSearch) {
    this.#scope = scope;
    this.#shared = shared;
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

  async find<Tool extends ListedTool>(request: FindRequest<Tool>): Promise<FoundTools<Tool>> {
    const { query, tools, context } = request;
    const { index, options } = this.#shared;
    const groups: Groups = new Map(this.#scope.groups().map((group) => [group.name, group]));
    const searched = await index.read(tools, groups, context?.signal);
    const usedGroups = this.#usedGroups(tools);
    const byWords = rankInContext(searched.find(query), usedGroups);
    const similar = await this.#findSimilar(request, groups);
    const ranked = await this.#rerank(combine(byWords, similar), request, groups);
    const all = withNamed(ranked, searched.findNamed(query));
    if (all.length === 0) return { found: [], total: 0, nearestGroups: nearestGroups(tools, usedGroups) };
    const found = all.slice(0, options.limit ?? defaultLimit);
    // Each tool is more or less similar to a query: only those that have its words are counted.
    return { found, total: Math.max(found.length, byWords.length), nearestGroups: [] };
  }

  async #findSimilar<Tool extends ListedTool>(request: FindRequest<Tool>, groups: Groups): Promise<readonly Tool[]> {
    const { similar } = this.#shared;
    if (similar === undefined || request.tools.length === 0) return [];
    const onStoreError = (error: unknown): void => this.#report('store', error, request);
    const find = (signal: AbortSignal) => similar.find({ ...request, groups, signal, onStoreError });
    return (await this.#ask('embed', request, find)) ?? [];
  }

  async #rerank<Tool extends ListedTool>(
    found: readonly FoundTool<Tool>[],
    request: FindRequest<Tool>,
    groups: Groups,
  ): Promise<readonly FoundTool<Tool>[]> {
    const { rerank } = this.#shared.options;
    if (rerank === undefined || found.length === 0) return found;
    const first = found.slice(0, maxCandidates);
    const candidates = first.map(({ tool: { spec, group } }) => {
      return Object.freeze({ name: spec.name, group, text: passageOf(spec, groups.get(group)) });
    });
    const sorted = await this.#ask('rerank', request, async (signal) => {
      return sortByScores(first, await untilAborted(signal, () => rerank(request.query, candidates, { signal })));
    });
    return sorted === undefined ? found : [...sorted, ...found.slice(maxCandidates)];
  }

  /** Asks a model of the application. Returns undefined if it fails or takes too long, which is reported once. */
  async #ask<T, Tool extends ListedTool>(
    part: 'embed' | 'rerank',
    request: FindRequest<Tool>,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    const signal = request.context?.signal;
    const { timeoutMs: limitMs = defaultTimeoutMs } = this.#shared.options;
    const timeoutMessage = `The function '${part}' did not return within ${limitMs} ms.`;
    try {
      return await withTimeout({ limitMs, timeoutMessage, signal }, run);
    } catch (error) {
      signal?.throwIfAborted();
      this.#report(part, error, request);
      return undefined;
    }
  }

  #report(
    part: 'embed' | 'rerank' | 'store',
    thrown: unknown,
    { context }: Pick<FindRequest<ListedTool>, 'context'>,
  ): void {
    const toolName = context?.call.name ?? searchToolName;
    reportDegraded(this.#scope, { callId: context?.call.id, toolName, part, thrown });
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

/** Combines what was found by words and by meaning. */
function combine<Tool extends ListedTool>(
  byWords: readonly FoundTool<Tool>[],
  similar: readonly Tool[],
): readonly FoundTool<Tool>[] {
  if (similar.length === 0) return byWords.map(({ tool, matched }) => ({ tool, matched }));
  const words = new Map(byWords.map(({ tool, matched }) => [tool, matched]));
  return fuseRanks([...words.keys()], similar).map((tool) => ({ tool, matched: words.get(tool) ?? [] }));
}

/** Puts the tools first whose names the query states. */
function withNamed<Tool extends ListedTool>(
  hits: readonly FoundTool<Tool>[],
  named: readonly Tool[],
): readonly FoundTool<Tool>[] {
  if (named.length === 0) return hits;
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
