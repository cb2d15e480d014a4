import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import type { ToolCatalog } from '../../toolkit/tool-catalog.js';
import type { SourceGroup } from '../../toolkit/tool-source.js';

/** The groups that a toolkit created for the tools of its sources. */
export class SourceGroups {
  readonly #catalog: ToolCatalog;
  readonly #created = new Set<string>();

  constructor(catalog: ToolCatalog) {
    this.#catalog = catalog;
  }

  /** Creates the groups that entries use and that do not exist. */
  create(
    groups: readonly SourceGroup[],
    entries: readonly ToolEntry[],
    createGroup: (group: SourceGroup) => void,
  ): void {
    const used = new Set(entries.map(({ group }) => group));
    const existing = new Set(this.#catalog.groups.map(({ name }) => name));
    for (const group of groups) {
      if (!used.has(group.name) || existing.has(group.name)) continue;
      createGroup(group);
      this.#created.add(group.name);
    }
  }

  /** Removes the created groups that contain no tool. */
  removeEmpty(): void {
    const used = new Set([...this.#catalog.entries, ...this.#catalog.hosted].map(({ group }) => group));
    const empty = [...this.#created].filter((name) => !used.has(name));
    if (empty.length === 0) return;
    for (const name of empty) this.#created.delete(name);
    const existing = this.#catalog.groups.map(({ name }) => name);
    // The application may have removed a group itself.
    this.#catalog.removeGroups(empty.filter((name) => existing.includes(name)));
  }
}
