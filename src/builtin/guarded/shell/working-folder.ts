import { constants, realpathSync, statSync } from 'node:fs';
import { open, readlink, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { DefinitionError, PermissionError } from '../../../errors.js';
import { invalidArgument } from '../../invalid-argument.js';

/** A working folder that is open until it has been used. */
export interface WorkingFolder {
  /** The path with which a program is started in it. */
  readonly path: string;
  /** Closes the folder. */
  close(): Promise<void>;
}

/** The folders in which programs may be started, by the names that a model sees. */
export class WorkingFolders {
  readonly #roots: ReadonlyMap<string, string>;
  readonly #first: string;

  /** @throws DefinitionError if there is no folder, a name is not valid, or a folder does not exist. */
  constructor(roots: Readonly<Record<string, string>>) {
    this.#roots = new Map(Object.entries(roots).map(([name, path]) => [name, realFolder(name, path)]));
    const [first] = this.#roots.values();
    if (first === undefined) throw new DefinitionError('ShellTools: `roots` must name at least one folder.');
    this.#first = first;
  }

  /** The paths of the folders as a model sees them. */
  get names(): readonly string[] {
    return [...this.#roots.keys()].map((name) => `/${name}`);
  }

  /** Checks whether a real path is in one of the folders. */
  contains(path: string): boolean {
    return [...this.#roots.values()].some((root) => isInside(root, path));
  }

  /**
   * Opens a folder by the path that a model sends. What was opened is checked, not the path, so that no later change of
   * a link leads out of the root.
   *
   * @throws PermissionError if it is outside of the roots.
   * @throws ValidationError if it is no folder.
   */
  async open(path: string): Promise<WorkingFolder> {
    const { root, rest } = this.#locate(path);
    try {
      return process.platform === 'linux' ? await openOnLinux(root, rest) : await openByPath(root, rest);
    } catch (error) {
      const code = (error as Partial<NodeJS.ErrnoException>).code;
      const isMissing = code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG' || code === 'ELOOP';
      if (isMissing) throw invalidArgument('cwd', `'${path}' is not a folder.`);
      if (code === 'EACCES' || code === 'EPERM') throw invalidArgument('cwd', `'${path}' cannot be opened.`);
      throw error;
    }
  }

  #locate(path: string): { readonly root: string; readonly rest: string } {
    if (path.includes('\0')) throw invalidArgument('cwd', 'It contains a character that no path may contain.');
    if (!path.startsWith('/')) return { root: this.#first, rest: path };
    const [, name = '', ...rest] = path.split('/');
    const root = this.#roots.get(name);
    if (root === undefined) throw outside(path, this.names);
    return { root, rest: rest.join('/') };
  }
}

function realFolder(name: string, path: string): string {
  if (!/^[\w-]+$/.test(name)) {
    throw new DefinitionError(`ShellTools: the name '${name}' in \`roots\` must consist of letters, digits, _ and -.`);
  }
  try {
    const real = realpathSync(path);
    if (statSync(real).isDirectory()) return real;
  } catch {
    // Reported below.
  }
  throw new DefinitionError(`ShellTools: the root '${name}' is not a folder. Create it, or change \`roots\`.`);
}

async function openOnLinux(root: string, rest: string): Promise<WorkingFolder> {
  const handle = await open(join(root, rest), constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const path = `/proc/self/fd/${handle.fd}`;
    const real = await readlink(path);
    if (!isInside(root, real)) throw outside(rest);
    return { path, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function openByPath(root: string, rest: string): Promise<WorkingFolder> {
  const real = await realpath(join(root, rest));
  if (!isInside(root, real)) throw outside(rest);
  if (!statSync(real).isDirectory()) throw invalidArgument('cwd', `'${rest}' is not a folder.`);
  return { path: real, close: async () => {} };
}

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

function outside(path: string, names: readonly string[] = []): PermissionError {
  const hint = names.length === 0 ? '' : ` The folders are ${names.join(', ')}.`;
  return new PermissionError(`'${path}' is not in a folder in which programs may run.${hint}`);
}
