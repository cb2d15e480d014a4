import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { string } from '../../base/options/option-rules.js';
import { createUnknownNameError } from '../../tool/spec/unknown-name-error.js';
import { basicGroup } from '../../toolkit/entry/tool-group.js';
import type { ToolCatalog } from '../../toolkit/tool-catalog.js';
import { readSkillEntry, readSkillName } from './read-skill.js';
import { copySkill, type Skill } from './skill.js';
import type { SkillTable } from './skill-table.js';

/** The options of `addSkills`. */
export interface SkillOptions {
  /** The group while which is active, models see the skills. @default 'basic' */
  readonly group?: string | undefined;
}

const optionNames: OptionNames<SkillOptions> = { group: string };

/** A catalog, and the skills that it has. */
export interface SkillHolder {
  readonly catalog: ToolCatalog;
  readonly skills: SkillTable;
}

/**
 * Adds skills to a catalog: all of them, or none. Adds `read_skill` with the first one.
 *
 * @throws DefinitionError if a skill cannot be added.
 */
export function addSkillsTo(
  { catalog, skills: known }: SkillHolder,
  skills: readonly Skill[],
  options: SkillOptions,
): void {
  checkOptionNames(options, optionNames, 'addSkills');
  const { group = basicGroup } = options;
  catalog.group(group);
  if (!Array.isArray(skills)) throw new DefinitionError('addSkills: skills must be an array of skills.');
  const added = new Map<string, Skill>();
  for (const skill of skills.map((one: Skill) => copySkill(one))) {
    if (added.has(skill.name) || known.get(skill.name) !== undefined) {
      throw new DefinitionError(`addSkills: there is a skill named '${skill.name}' already. Rename one.`);
    }
    const missing = skill.allowedTools?.find((tool) => catalog.entry(tool) === undefined);
    if (missing !== undefined) {
      throw createUnknownNameError(`addSkills: allowed-tools of '${skill.name}'`, missing, catalog.names);
    }
    added.set(skill.name, skill);
  }
  if (catalog.entry(readSkillName)?.actsOnScope !== true) catalog.add([readSkillEntry(known)], 'error');
  known.add([...added.values()].map((skill) => ({ skill, group })));
  catalog.announce();
}
