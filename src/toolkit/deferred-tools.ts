import { decideDeferral } from '../tool/spec/decide-deferral.js';
import type { ToolEntry } from './entry/tool-entry.js';
import type { GroupDefinition } from './entry/tool-group.js';
import type { FeatureSet } from './feature.js';
import { searchToolName } from './search-tool-name.js';

/** The tools and groups of a catalog. */
interface Tools {
  readonly features: FeatureSet;
  readonly entries: readonly ToolEntry[];
  findGroup(name: string): GroupDefinition | undefined;
  versions(name: string): readonly ToolEntry[];
}

/** Decides which tools of a catalog exports defer, and has the tools with which models search for them. */
export class DeferredTools {
  readonly #catalog: Tools;
  /** The names of tools that exports have deferred by their own option. */
  readonly #byExports = new Set<string>();
  readonly #searches = new Map<boolean, ToolEntry>();

  constructor(catalog: Tools) {
    this.#catalog = catalog;
  }

  /** Whether no tool is deferred, so that there is nothing to search for. */
  get isEmpty(): boolean {
    if (this.#catalog.features.callsByProgram) return true;
    return this.#byExports.size === 0 && !this.#catalog.entries.some((entry) => this.defers(entry, undefined));
  }

  /** Checks whether an export with an option defers a tool. Tools that act on the toolkit itself are never deferred. */
  defers({ spec, group, actsOnScope }: ToolEntry, exported: boolean | undefined): boolean {
    if (actsOnScope === true || spec.name === searchToolName || this.#catalog.features.callsByProgram) return false;
    return decideDeferral(spec.deferLoading ?? this.#catalog.findGroup(group)?.deferLoading, exported);
  }

  /** Checks whether the tool of a name is deferred, or an export has deferred it. */
  has(name: string): boolean {
    if (this.#catalog.features.callsByProgram) return false;
    return this.#byExports.has(name) || this.#catalog.versions(name).some((entry) => this.defers(entry, undefined));
  }

  /** Remembers the tools that an export has deferred, so that models can search for them. */
  remember(entries: readonly ToolEntry[]): void {
    for (const { spec } of entries) this.#byExports.add(spec.name);
  }

  /**
   * Returns the tool with which a model searches for deferred tools.
   *
   * @param canSwitchGroups - Whether the model can activate the groups of the tools that it finds.
   */
  searchEntry(canSwitchGroups: boolean): ToolEntry | undefined {
    const { features } = this.#catalog;
    const known = this.#searches.get(canSwitchGroups);
    if (known !== undefined) return known;
    const search = features.require({ name: 'meta', what: 'The option deferLoading' }).searchEntry?.(canSwitchGroups);
    if (search !== undefined) this.#searches.set(canSwitchGroups, search);
    return search;
  }
}
