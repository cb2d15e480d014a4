import { NotFoundError, ToolInactiveError } from '../../base/errors/errors.js';
import { nearestNames } from '../../tool/spec/nearest-names.js';
import type { ScopeControl } from '../../toolkit/entry/scope-control.js';
import { createScopeEntry, createScopeTool } from '../../toolkit/entry/scope-tool.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import { type Skill, skillFile } from './skill.js';
import type { SkillTable } from './skill-table.js';

/** The name of the tool with which a model reads skills. */
export const readSkillName = 'read_skill';

/** Creates the tool with which a model reads the skills of active groups. */
export function readSkillEntry(skills: SkillTable): ToolEntry {
  const spec = createScopeTool({
    name: readSkillName,
    description: 'Read the instructions of a skill, or another file of it.',
    properties: {
      name: { type: 'string', description: 'The name of the skill' },
      path: { type: 'string', description: 'The path of a file in the skill', default: skillFile },
    },
    required: ['name'],
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: (scope, { name, path }) => readFileOf(findSkill(skills, scope, String(name)), String(path)),
  });
  return createScopeEntry(() => spec);
}

function findSkill(skills: SkillTable, scope: ScopeControl, name: string): Skill {
  const active = new Set(scope.groups().flatMap((group) => (group.active ? [group.name] : [])));
  const found = skills.get(name);
  if (found !== undefined && active.has(found.group)) return found.skill;
  if (found !== undefined) {
    const hint = scope.activationHint;
    throw new ToolInactiveError(`The skill '${name}' is in the group '${found.group}', which is not active. ${hint}`, {
      toolName: readSkillName,
      details: { group: found.group },
    });
  }
  const names = skills.list().flatMap(({ skill, group }) => (active.has(group) ? [skill.name] : []));
  throw new NotFoundError(`There is no skill '${name}'.${describeNames(name, names, 'skills')}`);
}

/** Returns a file of a skill. The instructions end with the paths of the other files. */
function readFileOf({ name, text, files = {} }: Skill, path: string): string {
  const paths = Object.keys(files);
  if (path === skillFile) return paths.length === 0 ? text : `${text}\n\nFiles of this skill: ${paths.join(', ')}`;
  const file = Object.hasOwn(files, path) ? files[path] : undefined;
  if (file !== undefined) return file;
  throw new NotFoundError(
    `The skill '${name}' has no file '${path}'.${describeNames(path, [skillFile, ...paths], 'files')}`,
  );
}

function describeNames(wanted: string, names: readonly string[], what: string): string {
  const [near] = nearestNames(wanted, names);
  const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
  return `${hint} ${names.length === 0 ? `No ${what} are available.` : `The ${what} are ${names.join(', ')}.`}`;
}
