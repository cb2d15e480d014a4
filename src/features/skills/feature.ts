import type { Feature } from '../../toolkit/feature.js';
import type { ToolCatalog } from '../../toolkit/tool-catalog.js';
import { addSkillsTo, type SkillOptions } from './add-skills.js';
import type { Skill } from './skill.js';
import { type SkillEntry, SkillTable } from './skill-table.js';

/** Skills: instructions that a model reads when it needs them. Adds `read_skill`, and the names of skills to groups. */
export class SkillsFeature implements Feature {
  readonly name = 'skills';
  readonly #catalog: ToolCatalog;
  readonly #skills = new SkillTable();

  constructor(catalog: ToolCatalog) {
    this.#catalog = catalog;
  }

  /** Adds skills: all of them, or none. Throws a DefinitionError if a skill cannot be added. */
  add(skills: readonly Skill[], options: SkillOptions): void {
    addSkillsTo({ catalog: this.#catalog, skills: this.#skills }, skills, options);
  }

  /** Returns all skills, in the order in which they were added. */
  list(): readonly SkillEntry[] {
    return this.#skills.list();
  }

  instructionsOf(group: string): string | undefined {
    return this.#skills.describe(group);
  }

  onGroupsRemoved(names: readonly string[]): void {
    this.#skills.removeWhere(({ group }) => names.includes(group));
  }

  onClear(): void {
    this.#skills.removeWhere(() => true);
  }
}
