import { NotFoundError, OutputValidationError } from '../../../base/errors/errors.js';
import { encodeUtf8, hashBytes } from '../../../base/runtime/sha256.js';
import { promptText } from '../../../base/text/clean-text.js';
import { parseFrontMatter } from '../../../base/yaml/parse-front-matter.js';
import type { ToolContext } from '../../../call/tool-context.js';
import { checkDefinitionSize } from '../../../schema/imported/check-definition-size.js';
import type { ImportLimits } from '../../../schema/imported/import-limits.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { digestOf } from '../../../tool/arguments/canonical-json.js';
import { uniqueNameOf } from '../../../tool/spec/plain-name.js';
import { createSpec, type ToolSpec } from '../../../tool/spec/tool-spec.js';
import { uriProblem } from './offer-problem.js';
import { readContents } from './read-contents.js';
import type { RequestSender } from './remote-executor.js';
import { sendRequest } from './send-request.js';
import { type QuarantinedTool, toDisplayName } from './tool-importer.js';

const mainFile = 'SKILL.md';
// The SEP's own limit.
const maxFiles = 512;
const maxFrontMatter = 65_536;
// More would fill the context of a model.
const maxListed = 100;

/** A file of a skill, as its entry describes it. */
interface SkillFile {
  readonly uri: string;
  readonly digest: string;
  readonly size: number;
}

/** A skill that a server lists. Its files are not read before they are needed. */
interface RemoteSkill {
  readonly name: string;
  readonly description: string;
  readonly root: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  /** The files by path. Undefined if the server names none. */
  readonly files: ReadonlyMap<string, SkillFile> | undefined;
}

/** The settings for the import of skills. */
export interface SkillImportParts {
  readonly server: string;
  readonly prefix: string;
  readonly sender: RequestSender;
  readonly maxBytes: number;
  readonly maxChars: number;
  readonly limits: ImportLimits;
}

/** The tool with which models read the skills of a server, and the entries that were refused. */
export interface ImportedSkills {
  readonly specs: readonly ToolSpec[];
  readonly quarantined: readonly QuarantinedTool[];
}

/** Imports the skills that a server lists (SEP-2640). */
export function importSkills(listed: readonly unknown[], parts: SkillImportParts): ImportedSkills {
  const skills = new Map<string, RemoteSkill>();
  const quarantined: QuarantinedTool[] = [];
  for (const entry of listed) {
    try {
      const skill = readEntry(entry, parts);
      if (skills.has(skill.name)) throw new OutputValidationError('another skill has the same name');
      skills.set(skill.name, skill);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const { uri } = isRecord(entry) ? entry : {};
      quarantined.push(Object.freeze({ kind: 'skill', name: toDisplayName(uri), reason }));
    }
  }
  return { specs: skills.size === 0 ? [] : [readSkillTool(skills, parts)], quarantined };
}

function readEntry(entry: unknown, { limits, maxChars }: SkillImportParts): RemoteSkill {
  const { uri, frontmatter, resources } = isRecord(entry) ? entry : {};
  const problem = uriProblem(uri);
  if (problem !== undefined) throw new OutputValidationError(problem);
  if (!isRecord(frontmatter)) throw new OutputValidationError('it has no front matter');
  checkDefinitionSize([frontmatter], limits);
  const { name, description } = frontmatter;
  if (typeof name !== 'string' || !/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(name)) {
    throw new OutputValidationError('its name is not legal');
  }
  if (typeof description !== 'string' || description.trim() === '')
    throw new OutputValidationError('it has no description');
  const root = String(uri).slice(0, -mainFile.length);
  if (!String(uri).endsWith(`/${name}/${mainFile}`))
    throw new OutputValidationError('its URI does not end with its name');
  const words = promptText(description, maxChars).replaceAll(/\s+/g, ' ');
  return { name, description: words, root, frontmatter, files: readFiles(resources, root) };
}

function readFiles(resources: unknown, root: string): ReadonlyMap<string, SkillFile> | undefined {
  if (resources === 'dynamic') return undefined;
  if (!Array.isArray(resources) || resources.length > maxFiles) {
    throw new OutputValidationError(`its files are not a list of at most ${maxFiles}`);
  }
  const files = new Map<string, SkillFile>();
  for (const one of resources as readonly unknown[]) {
    const { uri, digest, size } = isRecord(one) ? one : {};
    const path = typeof uri === 'string' ? pathIn(root, uri) : undefined;
    if (path === undefined || files.has(path))
      throw new OutputValidationError('a file is outside of it, or listed twice');
    if (typeof digest !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(digest) || !Number.isInteger(size)) {
      throw new OutputValidationError('a file has no digest or size');
    }
    files.set(path, { uri: String(uri), digest, size: Number(size) });
  }
  if (!files.has(mainFile)) throw new OutputValidationError(`its files do not contain ${mainFile}`);
  return files;
}

/** Returns the path of a file below the folder of a skill. Returns undefined for any other URI. */
function pathIn(root: string, uri: string): string | undefined {
  if (uriProblem(uri) !== undefined || !uri.startsWith(root) || /[?#]/.test(uri)) return undefined;
  try {
    const segments = uri.slice(root.length).split('/').map(decodeURIComponent);
    const isLegal = segments.every((one) => !['', '.', '..'].includes(one) && !/[/\\\p{Cc}]/u.test(one));
    return isLegal ? segments.join('/') : undefined;
  } catch {
    return undefined;
  }
}

function readSkillTool(skills: ReadonlyMap<string, RemoteSkill>, parts: SkillImportParts): ToolSpec {
  const { server, prefix } = parts;
  const name = uniqueNameOf('read_skill', prefix);
  const lines = [...skills.values()].slice(0, maxListed).map((skill) => `- ${skill.name}: ${skill.description}`);
  const known = [...skills.keys()].join(', ');
  return createSpec(
    {
      name,
      description: [`Read a skill of '${server}', or another file of it. The skills are:`, ...lines].join('\n'),
      inputSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'The name of the skill' },
          path: { type: 'string', description: 'The path of a file in the skill', default: mainFile },
        },
        required: ['name'],
      },
      annotations: { readOnlyHint: true },
      executor: {
        kind: 'mcp',
        execute: async (args, context) => {
          const skill = skills.get(String(args.name));
          if (skill === undefined)
            throw new NotFoundError(`There is no skill '${String(args.name)}'. The skills are ${known}.`);
          return readFile({ skill, path: String(args.path ?? mainFile), toolName: name }, parts, context);
        },
      },
    },
    undefined,
  );
}

interface WantedFile {
  readonly skill: RemoteSkill;
  readonly path: string;
  readonly toolName: string;
}

/** Reads and verifies a file. Throws an OutputValidationError if it is not the one that the entry describes. */
async function readFile(
  { skill, path, toolName }: WantedFile,
  { sender, maxBytes }: SkillImportParts,
  context: ToolContext,
): Promise<string> {
  const { name, root, files } = skill;
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const file = files === undefined ? { uri: root + encoded } : files.get(path);
  if (file === undefined || pathIn(root, file.uri) === undefined) {
    const known = files === undefined ? '' : ` The files are ${[...files.keys()].join(', ')}.`;
    throw new NotFoundError(`The skill '${name}' has no file '${path}'.${known}`);
  }
  const { uri } = file;
  const request = { method: 'resources/read', params: { uri }, toolName, remoteName: uri } as const;
  const [block] = readContents(await sendRequest(sender, request, context), { toolName, uri, maxBytes });
  const text = block?.resource.text;
  if (typeof text !== 'string')
    throw new OutputValidationError(`'${path}' of the skill '${name}' is not a text.`, { toolName });
  const bytes = encodeUtf8(text);
  const isListed =
    !('digest' in file) || (file.size === bytes.length && file.digest === `sha256:${hashBytes(bytes, 'hex')}`);
  if (!isListed) throw createVerificationError({ skill, path, toolName });
  if (path !== mainFile) return text;
  const body = await readMain(text, { skill, path, toolName });
  const others = [...(files?.keys() ?? [])].filter((one) => one !== mainFile);
  return others.length === 0 ? body : `${body}\n\nFiles of this skill: ${others.join(', ')}`;
}

/** Returns the instructions. Throws an OutputValidationError if the front matter is not that of the entry. */
async function readMain(source: string, wanted: WantedFile): Promise<string> {
  const [, header, text] = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)([\s\S]*)$/m.exec(source) ?? [];
  if (header === undefined || text === undefined || header.length > maxFrontMatter || !/^\uFEFF?---/.test(source)) {
    throw createVerificationError(wanted);
  }
  const found = await parseFrontMatter(header, 'mcpSource: offers.skills');
  const digest = digestOf(found);
  if (digest === undefined || digest !== digestOf(wanted.skill.frontmatter)) throw createVerificationError(wanted);
  return text.trim();
}

function createVerificationError({ skill, path, toolName }: WantedFile): OutputValidationError {
  return new OutputValidationError(
    `'${path}' of the skill '${skill.name}' is not the file that its server lists. It was not used.`,
    { toolName },
  );
}
