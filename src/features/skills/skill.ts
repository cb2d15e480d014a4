import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { object, optionsOf, string, strings } from '../../base/options/option-rules.js';
import { previewValue } from '../../base/values/value-preview.js';

/** Instructions for a model on one task, which it reads when it needs them. */
export interface Skill {
  /** The name by which a model reads the skill: lower-case letters, digits and `-`, 64 characters at most. */
  readonly name: string;
  /** What the skill is for and when to read it. Models see it while the group of the skill is active. */
  readonly description: string;
  /** The instructions, as Markdown. */
  readonly text: string;
  /** The names of the tools that the instructions refer to. @default none */
  readonly allowedTools?: readonly string[] | undefined;
  /** The texts of further files, by path, such as `'references/styles.md'`. @default none */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** The SHA-256 of each file as hexadecimal text, by path, for applications that pin skills. @default none */
  readonly digests?: Readonly<Record<string, string>> | undefined;
}

const skillNames: OptionNames<Skill> = {
  name: true,
  description: true,
  text: string,
  allowedTools: strings,
  files: object,
  digests: object,
};

/** The path by which `read_skill` returns the instructions of a skill. */
export const skillFile = 'SKILL.md';

/**
 * Returns a frozen copy of a skill.
 *
 * @throws DefinitionError if a field is invalid.
 */
export function copySkill(skill: Skill): Skill {
  const { name, description, text, allowedTools = [], files = {}, digests } = skill ?? {};
  checkOptionNames(skill ?? {}, optionsOf<Skill>(skillNames, 'text'), `addSkills: the skill ${previewValue(name)}`);
  if (typeof name !== 'string' || !/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(name)) {
    throw new DefinitionError(
      `addSkills: ${previewValue(name)} is not a legal name. Use 1 to 64 lower-case letters, digits or -.`,
    );
  }
  if (typeof description !== 'string' || description.trim() === '') {
    throw new DefinitionError(`addSkills: the skill '${name}' needs a description, which models choose it by.`);
  }
  const [stray] = Object.entries(files).find(([path, file]) => path === skillFile || typeof file !== 'string') ?? [];
  if (stray !== undefined) {
    throw new DefinitionError(`addSkills: files of '${name}': '${stray}' must be a text and not '${skillFile}'.`);
  }
  return Object.freeze({
    name,
    description,
    text,
    allowedTools: Object.freeze([...allowedTools]),
    files: Object.freeze({ ...files }),
    digests: digests === undefined ? undefined : Object.freeze({ ...digests }),
  });
}
