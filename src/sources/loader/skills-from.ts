import { createHash } from 'node:crypto';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { DefinitionError, type Skill } from '../../index.js';
import { ConfigurationFile } from './configuration-file.js';
import { readFields } from './read-fields.js';

// In bytes: a model cannot read more.
const maxFileBytes = 1024 * 1024;
const maxFiles = 200;

/**
 * Reads the skills in a folder: each folder in it that contains a `SKILL.md`. Requires the package yaml.
 *
 * @example
 * ```ts
 * await toolkit.addSkills(skillsFrom('./skills'), { group: 'office' });
 * ```
 * @throws DefinitionError on a malformed `SKILL.md`, and on a file that is outside the folder of its skill, too large or
 * not a text.
 */
export async function skillsFrom(folder: string): Promise<readonly Skill[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new DefinitionError(`skillsFrom: the folder '${folder}' cannot be read.`, { cause: error });
  });
  const names = entries.map(({ name }) => name).sort();
  const skills = await Promise.all(names.map((name) => readSkill(join(folder, name))));
  return skills.filter((skill) => skill !== undefined);
}

async function readSkill(folder: string): Promise<Skill | undefined> {
  const hasSkill = await stat(join(folder, 'SKILL.md')).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!hasSkill) return undefined;
  const texts = new Map<string, string>();
  const digests = new Map<string, string>();
  for (const path of await findFiles(folder)) {
    const bytes = await readFile(path);
    const name = relative(folder, path).split(sep).join('/');
    digests.set(name, createHash('sha256').update(bytes).digest('hex'));
    texts.set(name, decode(bytes, path));
  }
  const { 'SKILL.md': main = '', ...files } = Object.fromEntries(texts);
  const { text, ...header } = await readFrontMatter(join(folder, 'SKILL.md'), main);
  return { ...header, text, files, digests: Object.fromEntries(digests) };
}

/** Returns the paths of a skill's files. Throws a DefinitionError on a link that leads out of the folder. */
async function findFiles(folder: string): Promise<readonly string[]> {
  const root = await realpath(folder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  if (paths.length > maxFiles) throw new DefinitionError(`skillsFrom: '${folder}' has more than ${maxFiles} files.`);
  const files: string[] = [];
  for (const path of paths.sort()) {
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined || !real.startsWith(root + sep)) {
      throw new DefinitionError(`skillsFrom: '${path}' leads out of the folder of its skill. Copy the file instead.`);
    }
    const { size, ...found } = await stat(real).then((one) => ({ size: one.size, isFile: one.isFile() }));
    if (size > maxFileBytes) throw new DefinitionError(`skillsFrom: '${path}' is larger than ${maxFileBytes} bytes.`);
    // The files of a linked folder are not read.
    if (found.isFile) files.push(path);
  }
  return files;
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new DefinitionError(`skillsFrom: '${path}' is not a text in UTF-8.`, { cause: error });
  }
}

async function readFrontMatter(path: string, source: string): Promise<Omit<Skill, 'files' | 'digests'>> {
  const [, header, text] = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)([\s\S]*)$/m.exec(source) ?? [];
  if (header === undefined || text === undefined || !source.startsWith('---')) {
    throw new DefinitionError(`${path}:1:1: SKILL.md must begin with front matter between lines of '---'.`, {
      details: { file: path, line: 1, column: 1 },
    });
  }
  const file = await ConfigurationFile.parse(path, header, { firstLine: 1 });
  const fields = readFields(file, [], {
    name: { kind: 'string', isRequired: true },
    description: { kind: 'string', isRequired: true },
    'allowed-tools': { kind: 'words' },
    license: { kind: 'string' },
    compatibility: { kind: 'string' },
    metadata: { kind: 'object' },
  });
  const name = String(fields.name);
  const folder = path.split(sep).at(-2);
  if (name !== folder) throw file.errorAt(['name'], `The name must be that of the folder, '${folder}'.`);
  return {
    name,
    description: String(fields.description),
    text: text.trim(),
    allowedTools: (fields['allowed-tools'] ?? []) as readonly string[],
  };
}
