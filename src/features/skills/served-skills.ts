import { encodeUtf8, hashText } from '../../base/runtime/sha256.js';
import { partOfHost } from '../../call/host-call.js';
import type { Caller } from '../../tool/spec/access.js';
import { callRunnerKey } from '../../toolkit/call-runner.js';
import type { SkillsFeature } from './feature.js';
import { readSkillName } from './read-skill.js';
import { type Skill, skillFile } from './skill.js';

/** A file of a skill, as it is served. */
export interface ServedFile {
  readonly path: string;
  readonly text: string;
  /** The size in bytes. */
  readonly size: number;
  /** The SHA-256 of the bytes, as hexadecimal text. */
  readonly digest: string;
}

/** A skill as it is served: with the front matter of its `SKILL.md`, and all files. */
export interface ServedSkill {
  readonly name: string;
  readonly description: string;
  readonly frontmatter: Readonly<Record<string, string>>;
  /** The files. The first is `SKILL.md`. */
  readonly files: readonly ServedFile[];
}

/** Whether a toolkit or session has skills. */
export function hasSkills(scope: object): boolean {
  return (featureOf(scope)?.list().length ?? 0) > 0;
}

/** Returns the skills of the active groups of a toolkit or session, if its caller may use `read_skill`. */
export function servedSkills(scope: object, caller: Caller): readonly ServedSkill[] {
  const runner = partOfHost(scope, callRunnerKey);
  const reading = runner?.parts.catalog.entry(readSkillName);
  if (runner === undefined || reading === undefined) return [];
  const entries = (featureOf(scope)?.list() ?? []).map(({ skill, group }) => ({ skill, entry: { ...reading, group } }));
  return runner.selection.usable(entries, caller).map(({ skill }) => toServed(skill));
}

function featureOf(scope: object): SkillsFeature | undefined {
  // The names and the types of features belong together.
  return partOfHost(scope, callRunnerKey)?.parts.catalog.features.find('skills') as SkillsFeature | undefined;
}

function toServed({ name, description, text, allowedTools = [], files = {} }: Skill): ServedSkill {
  const frontmatter = {
    name,
    description,
    ...(allowedTools.length === 0 ? {} : { 'allowed-tools': allowedTools.join(' ') }),
  };
  const lines = Object.entries(frontmatter).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const main = toFile(skillFile, `---\n${lines.join('\n')}\n---\n\n${text}\n`);
  return {
    name,
    description,
    frontmatter,
    files: [main, ...Object.entries(files).map(([path, file]) => toFile(path, file))],
  };
}

function toFile(path: string, text: string): ServedFile {
  return { path, text, size: encodeUtf8(text).length, digest: hashText(text, 'hex') };
}
