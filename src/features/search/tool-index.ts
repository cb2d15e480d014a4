import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import type { ListedTool } from '../../toolkit/entry/scope-control.js';
import type { ToolGroup } from '../../toolkit/entry/tool-group.js';
import type { SearchLanguage } from './language/language.js';
import { loadLanguage } from './language/load-language.js';
import { TextTerms } from './language/text-terms.js';
import { LexicalIndex } from './lexical-index.js';
import { NameIndex } from './name-index.js';
import { type ToolText, toolTextOf } from './tool-text.js';

/** A tool that was found by its words. */
export interface WordHit<Tool extends ListedTool> {
  readonly tool: Tool;
  readonly score: number;
  /** The words of the query that were found, as they were written. */
  readonly matched: readonly string[];
}

interface Entry {
  readonly id: number;
  readonly group: ToolGroup | undefined;
}

interface Indexes {
  readonly words: LexicalIndex;
  readonly names: NameIndex;
  readonly entries: Map<ToolSpec, Entry>;
}

/** The groups of a toolkit by name. */
export type Groups = ReadonlyMap<string, ToolGroup>;

// A few tools that no longer exist are cheaper than another index.
const leastStale = 1_000;

/**
 * The index of all tools of a toolkit, for any caller: a search accepts the tools that its caller may use. A tool is read when a
 * search first sees it.
 */
export class ToolIndex {
  readonly #language: SearchLanguage;
  readonly #countTools: () => number;
  #indexes: Indexes | undefined;
  #nextId = 0;
  /** Settles when the searches before have added their tools. */
  #ready: Promise<void> = Promise.resolve();

  /** @param countTools - Returns the number of tools that exist now. */
  constructor(language: SearchLanguage, countTools: () => number) {
    this.#language = language;
    this.#countTools = countTools;
  }

  /** Returns tools to search in. Those that no search has read before are read now. */
  async read<Tool extends ListedTool>(
    tools: readonly Tool[],
    groups: Groups,
    signal: AbortSignal | undefined,
  ): Promise<SearchedTools<Tool>> {
    const known = this.#collect(tools, groups);
    if (known !== undefined) return known;
    const adding = this.#ready.then(() => this.#add(tools, groups, signal));
    this.#ready = adding.then(ignore, ignore);
    await adding;
    return this.#collect(tools, groups) ?? this.read(tools, groups, signal);
  }

  /** Returns tools to search in. Returns undefined if one was not read. */
  #collect<Tool extends ListedTool>(tools: readonly Tool[], groups: Groups): SearchedTools<Tool> | undefined {
    const indexes = this.#indexes;
    if (indexes === undefined) return undefined;
    const byId = new Map<number, Tool>();
    for (const tool of tools) {
      const entry = indexes.entries.get(tool.spec);
      if (entry === undefined || !isSameGroup(entry.group, groups.get(tool.group))) return undefined;
      byId.set(entry.id, tool);
    }
    return new SearchedTools(indexes, byId);
  }

  async #add(tools: readonly ListedTool[], groups: Groups, signal: AbortSignal | undefined): Promise<void> {
    const current = Math.max(tools.length, this.#countTools());
    if (this.#indexes === undefined || this.#indexes.words.size > 2 * current + leastStale) {
      const terms = new TextTerms(await loadLanguage(this.#language));
      this.#indexes = { words: await LexicalIndex.create(terms), names: new NameIndex(), entries: new Map() };
    }
    await this.#indexes.words.add(this.#readMissing(this.#indexes, tools, groups), signal);
  }

  *#readMissing(
    { entries, names }: Indexes,
    tools: readonly ListedTool[],
    groups: Groups,
  ): Generator<readonly [id: number, text: ToolText]> {
    for (const { spec, group: groupName } of tools) {
      const group = groups.get(groupName);
      const known = entries.get(spec);
      if (known !== undefined && isSameGroup(known.group, group)) continue;
      const entry: Entry = { id: this.#nextId++, group };
      yield [entry.id, toolTextOf(spec, group)];
      names.add(entry.id, spec.name);
      entries.set(spec, entry);
    }
  }
}

/** The tools that one search may find. */
export class SearchedTools<Tool extends ListedTool> {
  readonly #indexes: Pick<Indexes, 'words' | 'names'>;
  readonly #byId: ReadonlyMap<number, Tool>;

  constructor(indexes: Pick<Indexes, 'words' | 'names'>, byId: ReadonlyMap<number, Tool>) {
    this.#indexes = indexes;
    this.#byId = byId;
  }

  /** Returns the tools that have words of a query, best first. */
  find(query: string): readonly WordHit<Tool>[] {
    const hits = this.#indexes.words.find(query, (id) => this.#byId.has(id));
    return hits.flatMap(({ id, score, matched }) => {
      const tool = this.#byId.get(id);
      return tool === undefined ? [] : { tool, score, matched };
    });
  }

  /** Returns the tools whose names a query states, those that are written in the same way first. */
  findNamed(query: string): readonly Tool[] {
    return this.#indexes.names.find(query).flatMap((id) => this.#byId.get(id) ?? []);
  }
}

function isSameGroup(one: ToolGroup | undefined, other: ToolGroup | undefined): boolean {
  return one?.name === other?.name && one?.description === other?.description && one?.keywords === other?.keywords;
}

function ignore(): void {}
