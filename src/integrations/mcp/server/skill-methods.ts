import { type ServedFile, type ServedSkill, servedSkills } from '../../../features/skills/served-skills.js';
import type { ToolScope } from '../../../index.js';
import type { Caller } from '../../../tool/spec/access.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import { folderMimeType } from '../protocol/skills-extension.js';

/** The methods of the extension for skills (SEP-2640). */
export const skillMethods = ['skills/list', 'skills/get', 'resources/directory/read'] as const;

const scheme = 'skill://';

/** A resource in a list. */
interface SkillResource {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType: string;
  readonly size?: number;
}

/** The skills of a session that a caller may read. */
export class SkillReader {
  readonly #skills: readonly ServedSkill[];

  constructor(scope: ToolScope, caller: Caller) {
    this.#skills = servedSkills(scope, caller);
  }

  /** Returns the entries of `skills/list`. */
  entries(): readonly Readonly<Record<string, unknown> & { uri: string }>[] {
    return this.#skills.map((skill) => ({
      uri: uriOf(skill, 'SKILL.md'),
      frontmatter: skill.frontmatter,
      resources: skill.files.map(({ path, digest, size }) => ({
        uri: uriOf(skill, path),
        digest: `sha256:${digest}`,
        size,
      })),
    }));
  }

  /** Returns one entry. Throws an McpProtocolError if there is no such skill. */
  entry(uri: unknown): Readonly<Record<string, unknown>> {
    const found = this.entries().find((one) => one.uri === uri);
    if (found === undefined) throw new McpProtocolError(rpcErrorCodes.invalidParams, 'There is no such skill.');
    return found;
  }

  /** Returns the instructions of each skill as a resource, for `resources/list`. */
  resources(): readonly SkillResource[] {
    return this.#skills.flatMap((skill) => skill.files.slice(0, 1).map((file) => toResource(skill, file)));
  }

  /** Returns the contents of a file. Returns undefined if there is no such file. */
  read(uri: string): Readonly<Record<string, unknown>> | undefined {
    if (!uri.startsWith(scheme)) return undefined;
    for (const skill of this.#skills) {
      const file = skill.files.find(({ path }) => uriOf(skill, path) === uri);
      if (file !== undefined) return { uri, mimeType: mimeTypeOf(file.path), text: file.text };
    }
    return undefined;
  }

  /** Returns the files and folders in a folder. Throws an McpProtocolError if there is no such folder. */
  folder(uri: unknown): readonly SkillResource[] {
    const wanted = typeof uri === 'string' ? uri.replace(/\/$/, '') : undefined;
    const children = new Map<string, SkillResource>();
    for (const skill of wanted === undefined ? [] : this.#skills) {
      for (const file of skill.files) {
        const full = uriOf(skill, file.path);
        if (!full.startsWith(`${wanted}/`)) continue;
        const [name = '', ...rest] = full.slice(Number(wanted?.length) + 1).split('/');
        const child = `${wanted}/${name}`;
        const folder = { uri: child, name: decodeURIComponent(name), mimeType: folderMimeType };
        children.set(child, rest.length === 0 ? toResource(skill, file) : folder);
      }
    }
    if (children.size > 0) return [...children.values()];
    throw new McpProtocolError(rpcErrorCodes.invalidParams, 'There is no such folder.');
  }
}

function uriOf({ name }: ServedSkill, path: string): string {
  return `${scheme}${name}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

function toResource(skill: ServedSkill, { path, size }: ServedFile): SkillResource {
  const uri = uriOf(skill, path);
  if (path !== 'SKILL.md') return { uri, name: path, mimeType: mimeTypeOf(path), size };
  return { uri, name: skill.name, description: skill.description, mimeType: mimeTypeOf(path), size };
}

function mimeTypeOf(path: string): string {
  if (path.endsWith('.md')) return 'text/markdown';
  return path.endsWith('.json') ? 'application/json' : 'text/plain';
}
