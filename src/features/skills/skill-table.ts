import type { Skill } from './skill.js';

/** A skill and the group in which it is. */
export interface SkillEntry {
  readonly skill: Skill;
  readonly group: string;
}

/** The skills of a toolkit by name, in the order in which they were added. */
export class SkillTable {
  #entries: ReadonlyMap<string, SkillEntry> = new Map();

  get(name: string): SkillEntry | undefined {
    return this.#entries.get(name);
  }

  list(): readonly SkillEntry[] {
    return [...this.#entries.values()];
  }

  add(entries: readonly SkillEntry[]): void {
    this.#entries = new Map([...this.#entries, ...entries.map((entry) => [entry.skill.name, entry] as const)]);
  }

  removeWhere(isRemoved: (entry: SkillEntry) => boolean): void {
    this.#entries = new Map([...this.#entries].filter(([, entry]) => !isRemoved(entry)));
  }

  /** Returns the list of a group's skills for a model, or undefined if it has none. */
  describe(group: string): string | undefined {
    const skills = this.list().filter((entry) => entry.group === group);
    if (skills.length === 0) return undefined;
    const lines = skills.map(({ skill }) => `- ${skill.name}: ${skill.description.replaceAll(/\s+/g, ' ').trim()}`);
    return ['Skills, which read_skill shows in detail:', ...lines].join('\n');
  }
}
