import { statSync } from 'node:fs';
import { DefinitionError, NotFoundError, PermissionError } from '../../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../../base/options/check-options.js';
import { nearestName } from '../../../base/options/nearest-name.js';
import { flag, string } from '../../../base/options/option-rules.js';
import type { PathReading } from '../../../tool/metadata/tool-options.js';
import { isWithin } from './jail.js';
import { type FolderEntry, JailedFiles, type JailedFilesOptions, type Location } from './jailed-files.js';
import { namesOf } from './path-rules.js';

/** A folder of the host that a model knows by the name of the root. */
export interface FileRoot {
  /** The path of an existing folder. */
  readonly folder: string;
  /** Whether files can only be read. @default false */
  readonly readOnly?: boolean | undefined;
}

/** What a path of a model leads to. */
export interface FileTarget extends Location {
  readonly files: JailedFiles;
  readonly root: string;
  readonly isReadOnly: boolean;
}

interface Root {
  readonly files: JailedFiles;
  readonly isReadOnly: boolean;
}

/** The number of names of a folder that an error lists. */
const mostShown = 20;
/** The number of names of a folder that are compared with a misspelled one. */
const mostCompared = 1_000;

/** The roots of a registry by their names. A path without such a name is relative to the first root. */
export class FileRoots {
  readonly #roots: ReadonlyMap<string, Root>;

  /** @throws DefinitionError if there is no root, or a name or a folder is invalid. */
  constructor(
    roots: Readonly<Record<string, string | FileRoot>>,
    options: Omit<JailedFilesOptions, 'folder' | 'shown'> & { readonly where: string },
  ) {
    const { where, ...rest } = options;
    const entries = Object.entries(roots).map(([name, root]) => {
      const { folder, readOnly = false } = readRoot(name, root, where);
      return [name, { files: new JailedFiles({ ...rest, folder, shown: `/${name}` }), isReadOnly: readOnly }] as const;
    });
    if (entries.length === 0) throw new DefinitionError(`${where}: 'roots' needs at least one folder.`);
    checkDisjoint(entries, where);
    this.#roots = new Map(entries);
  }

  /** Returns roots for the working folders of programs. */
  static ofFolders(roots: Readonly<Record<string, string>>, where: string): FileRoots {
    return new FileRoots(roots, { where, isDenied: () => false, allowHardLinks: false, maxFileBytes: 0 });
  }

  /** The names of the roots as a model writes them. */
  get names(): readonly string[] {
    return [...this.#roots.keys()].map((name) => `/${name}`);
  }

  /** What permission rules see instead of a path: the path from the name of its root on, and where its links lead. */
  get reading(): PathReading {
    const [first] = this.names;
    return {
      resolve: (path) => this.#realPaths(path),
      completePattern: (pattern) => (pattern.startsWith('/') ? pattern : `${first}/${pattern.replace(/^(\.\/)+/, '')}`),
    };
  }

  /** Whether a path is `/`, which contains the roots. */
  isTop(path: string): boolean {
    return path.startsWith('/') && namesOf(path).length === 0;
  }

  /** Checks whether a real path of the host is in one of the roots. */
  contains(path: string): boolean {
    return [...this.#roots.values()].some(({ files }) => isWithin(files.folder, path));
  }

  /** Runs an action with a path through which the operating system reaches a folder. */
  useFolder<T>(path: string, action: (path: string) => Promise<T>): Promise<T> {
    const target = this.find(path);
    return target.files.useFolder(target, action);
  }

  /**
   * Finds the root of a path.
   *
   * @throws ValidationError or PermissionError if the path is malformed or names no root.
   */
  find(path: string): FileTarget {
    const names = namesOf(path);
    const [first] = this.#roots.keys();
    const named = names[0] !== undefined && this.#roots.has(names[0]);
    if (!named && path.startsWith('/')) throw this.#noRoot(names[0] ?? '');
    const root = (named ? names[0] : first) as string;
    const { files, isReadOnly } = this.#roots.get(root) as Root;
    const inside = named ? names.slice(1) : names;
    return { files, root, isReadOnly, names: inside, shown: `/${[root, ...inside].join('/')}` };
  }

  /** Finds the root of a path that will be changed. */
  findWritable(path: string): FileTarget {
    const target = this.find(path);
    if (!target.isReadOnly) return target;
    const writable = [...this.#roots].filter(([, { isReadOnly }]) => !isReadOnly).map(([name]) => `/${name}`);
    const hint = writable.length === 0 ? '' : ` Write to ${writable.join(' or ')}.`;
    throw new PermissionError(`'/${target.root}' is read-only.${hint}`);
  }

  /** Returns the path as results show it, or the path itself if it is malformed. */
  show(path: string): string {
    try {
      return this.isTop(path) ? '/' : this.find(path).shown;
    } catch {
      return path;
    }
  }

  /** Runs an action. If what it looks for is missing, the error names what exists. */
  async explainMissing<T>(target: FileTarget, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      if (!NotFoundError.is(error)) throw error;
      throw (await describeMissing(target)) ?? error;
    }
  }

  async #realPaths(path: string): Promise<readonly string[]> {
    if (this.isTop(path)) return ['/'];
    const target = this.find(path);
    const real = await target.files.realNames(target);
    return [...new Set([target.shown, `/${[target.root, ...real].join('/')}`])];
  }

  #noRoot(name: string): PermissionError {
    const near = nearestName(name, this.#roots.keys());
    const hint = near === undefined ? `A path begins with ${this.names.join(' or ')}.` : `Did you mean '/${near}'?`;
    return new PermissionError(`There is no root '/${name}'. ${hint}`);
  }
}

const rootNames: OptionNames<FileRoot> = { folder: string, readOnly: flag };
const rootName = /^[A-Za-z][\w-]{0,63}$/;

function readRoot(name: string, root: string | FileRoot, where: string): FileRoot {
  if (!rootName.test(name)) {
    throw new DefinitionError(`${where}: '${name}' cannot name a root. Use letters, digits, '_' and '-'.`);
  }
  const read = typeof root === 'string' ? { folder: root } : root;
  checkOptionNames(read, rootNames, `${where}: roots.${name}`);
  const stats = statSync(read.folder, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) return read;
  throw new DefinitionError(`${where}: the root '${name}' is not an existing folder: ${read.folder}`);
}

/** Throws a DefinitionError if a folder could be reached by the names of two roots, of which one may be read-only. */
function checkDisjoint(roots: readonly (readonly [name: string, root: Root])[], where: string): void {
  for (const [name, { files }] of roots) {
    const other = roots.find(([one, root]) => one !== name && isWithin(root.files.folder, files.folder));
    if (other === undefined) continue;
    throw new DefinitionError(
      `${where}: the folder of the root '${name}' is that of '${other[0]}' or in it, so that it has two paths. Use separate ` +
        'folders, or one root and permission rules for its paths.',
    );
  }
}

/** Returns an error that names the first missing part of a path, and what its folder contains. */
async function describeMissing({ files, root, names }: FileTarget): Promise<NotFoundError | undefined> {
  for (let depth = 0; depth < names.length; depth++) {
    const folder = { names: names.slice(0, depth), shown: `/${[root, ...names.slice(0, depth)].join('/')}` };
    const entries = await files.list(folder, mostCompared).catch(() => undefined);
    if (entries === undefined) return undefined;
    const wanted = names[depth] as string;
    const found = entries.find(({ name }) => name === wanted);
    if (found === undefined) return missing(folder.shown, wanted, entries);
    const isLast = depth === names.length - 1;
    if (found.kind === 'file' && !isLast) return new NotFoundError(`'${folder.shown}/${wanted}' is not a folder.`);
  }
  return undefined;
}

function missing(folder: string, wanted: string, entries: readonly FolderEntry[]): NotFoundError {
  const existing = entries.map(({ name }) => name);
  const near = nearestName(wanted, existing);
  const what = `There is no '${folder}/${wanted}'.`;
  if (near !== undefined) return new NotFoundError(`${what} Did you mean '${folder}/${near}'?`);
  if (existing.length === 0) return new NotFoundError(`${what} '${folder}' is empty.`);
  const shown = existing.slice(0, mostShown).join(', ');
  const more = existing.length > mostShown ? ' and more' : '';
  return new NotFoundError(`${what} '${folder}' contains ${shown}${more}.`);
}
