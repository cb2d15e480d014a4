import { realpathSync } from 'node:fs';
import { mkdir, readlink } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { NotFoundError, PermissionError } from '../../../base/errors/errors.js';
import { chooseEntryOpener, type EntryOpener, type FileEntry } from './file-entry.js';
import { errnoOf } from './file-errors.js';

/** How a path is resolved. */
export interface VisitOptions {
  /** Whether missing folders on the way are created. @default false */
  readonly createFolders?: boolean;
  /** Whether the last name may be a link to another place in the jail. @default true */
  readonly followLast?: boolean;
}

/** Where a path leads. Its folder and its entry are open until the visit ends. */
export interface Visited {
  /** The folder of the entry. Undefined for the root. */
  readonly folder: FileEntry | undefined;
  /** The name of the entry in its folder. Empty for the root. */
  readonly name: string;
  /** The entry. Undefined if it does not exist. */
  readonly place: FileEntry | undefined;
  readonly opener: EntryOpener;
}

/** The number of links that a path may have, as in Linux. */
const mostLinks = 40;
/** The number of attempts to create a folder that another process removes meanwhile. */
const mostAttempts = 100;

interface Step {
  readonly place: FileEntry;
  readonly name: string;
}

/**
 * A folder that no path leaves. A path is resolved name by name: each folder is opened without following a link, and the
 * next name is opened within it. A link is read and resolved in the same way, so that its target is in the folder, whatever
 * changes meanwhile.
 */
export class Jail {
  /** The real path of the folder, which remains the same. */
  readonly folder: string;
  readonly #shown: string;
  readonly #isDenied: (name: string) => boolean;
  #opener: Promise<EntryOpener> | undefined;

  /** @param shown - The folder as a model knows it. */
  constructor(folder: string, shown: string, isDenied: (name: string) => boolean) {
    this.folder = realpathSync.native(folder);
    this.#shown = shown;
    this.#isDenied = isDenied;
  }

  /**
   * Resolves the names of a path, and runs an action with what they lead to.
   *
   * @throws PermissionError if the path leaves the folder or has a denied name, NotFoundError if a folder is missing.
   */
  async visit<T>(
    names: readonly string[],
    options: VisitOptions,
    action: (visited: Visited) => Promise<T>,
  ): Promise<T> {
    return this.#walk(options, async (walk) => action(await walk.resolve(names)));
  }

  /**
   * Returns the names of where a path leads, after all links, or would lead if the folders on its way were created.
   *
   * @throws PermissionError if the path leaves the folder or has a denied name.
   */
  async realNames(names: readonly string[]): Promise<readonly string[]> {
    return this.#walk({}, (walk) => walk.locate(names));
  }

  async #walk<T>(options: VisitOptions, action: (walk: Walk) => Promise<T>): Promise<T> {
    this.#opener ??= chooseEntryOpener();
    const opener = await this.#opener;
    const walk = new Walk({ root: this.folder, shown: this.#shown, opener, isDenied: this.#isDenied, options });
    try {
      await walk.begin();
      return await action(walk);
    } finally {
      await walk.close();
    }
  }

  /** Whether a name must neither be reached nor listed. */
  isDenied(name: string): boolean {
    return this.#isDenied(name);
  }
}

interface WalkFields {
  readonly root: string;
  readonly shown: string;
  readonly opener: EntryOpener;
  readonly isDenied: (name: string) => boolean;
  readonly options: VisitOptions;
}

/** The resolution of one path. */
class Walk {
  readonly #fields: WalkFields;
  /** The folders from the root to the current one. */
  readonly #steps: Step[] = [];
  /** The names that are not yet resolved, the next one last. */
  #names: string[] = [];
  #links = 0;
  #attempts = 0;

  constructor(fields: WalkFields) {
    this.#fields = fields;
  }

  /** Opens the root. A link that has replaced it, or a folder on its way, would lead elsewhere. */
  async begin(): Promise<void> {
    const { root, shown, opener } = this.#fields;
    this.#steps.push({ place: await opener.openRoot(root), name: '' });
    if ((await this.#rootPath()) !== root) throw isReplaced(shown);
  }

  async resolve(names: readonly string[]): Promise<Visited> {
    const { opener } = this.#fields;
    this.#names = [...names].reverse();
    for (let name = this.#names.pop(); name !== undefined; name = this.#names.pop()) {
      const missing = await this.#enter(name);
      if (missing !== undefined) return this.#checked(missing);
    }
    const last = this.#steps.at(-1) as Step;
    return this.#checked({ folder: this.#steps.at(-2)?.place, name: last.name, place: last.place, opener });
  }

  /** Returns the names from the root to where a path leads. A missing name counts as the folder that it would become. */
  async locate(names: readonly string[]): Promise<readonly string[]> {
    const { opener } = this.#fields;
    this.#names = [...names].reverse();
    const missing: string[] = [];
    for (let name = this.#names.pop(); name !== undefined; name = this.#names.pop()) {
      if (missing.length === 0 && (await this.#advance(name))) continue;
      if (name === '..') missing.pop();
      else if (this.#fields.isDenied(name)) throw denies(name);
      else missing.push(name);
    }
    const { place } = this.#steps.at(-1) as Step;
    await this.#checkInside(place);
    const inside = relative(await this.#rootPath(), await opener.locate(place)).split(sep);
    return [...inside.filter((part) => part !== ''), ...missing];
  }

  /** Goes to the entry with this name. Resolves to false if it is missing. */
  async #advance(name: string): Promise<boolean> {
    try {
      return (await this.#enter(name)) === undefined;
    } catch (error) {
      if (NotFoundError.is(error)) return false;
      throw error;
    }
  }

  async close(): Promise<void> {
    for (const { place } of this.#steps.splice(0)) await place.close();
  }

  /** Goes to the entry with this name. Returns what the path leads to if the entry is missing and the last one. */
  async #enter(name: string): Promise<Visited | undefined> {
    if (name === '..') return this.#leave();
    const { opener, isDenied, options } = this.#fields;
    if (isDenied(name)) throw denies(name);
    const { place: folder } = this.#steps.at(-1) as Step;
    if (!folder.stats.isDirectory()) throw new NotFoundError('A part of the path is not a folder.');
    const place = await opener.openEntry(folder, name);
    const isLast = this.#names.length === 0;
    if (place === undefined) {
      if (isLast) return { folder, name, place, opener };
      if (options.createFolders !== true || this.#attempts++ > mostAttempts) {
        throw new NotFoundError(`There is no folder '${name}'.`);
      }
      await this.#createFolder(folder, name);
      this.#names.push(name);
    } else if (place.stats.isSymbolicLink() && (!isLast || options.followLast !== false)) {
      await place.close();
      await this.#follow(folder, name);
    } else this.#steps.push({ place, name });
    return undefined;
  }

  async #leave(): Promise<undefined> {
    if (this.#steps.length === 1) throw leaves();
    await this.#steps.pop()?.place.close();
  }

  async #createFolder(folder: FileEntry, name: string): Promise<void> {
    await this.#checkInside(folder);
    try {
      await mkdir(`${folder.path}/${name}`);
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
  }

  /** Continues with the target of a link. An absolute target is in the jail if it is within the real path of the root. */
  async #follow(folder: FileEntry, name: string): Promise<void> {
    if (this.#links++ >= mostLinks) throw new PermissionError('The path has too many links.');
    const target = await readlink(`${folder.path}/${name}`).catch((error: unknown) => {
      // Something else has the name now, which the next step opens.
      if (errnoOf(error) === 'EINVAL') return name;
      throw error;
    });
    let inside = target;
    if (isAbsolute(target)) {
      const root = await this.#rootPath();
      if (!isWithin(root, resolve(target))) throw leaves();
      for (const { place } of this.#steps.splice(1)) await place.close();
      inside = relative(root, resolve(target));
    }
    const names = inside.split(sep === '\\' ? /[\\/]/ : '/').filter((part) => part !== '' && part !== '.');
    this.#names.push(...names.reverse());
  }

  /** Checks where the folder of the entry is, because a folder that is open may have been moved out of the jail. */
  async #checked(visited: Visited): Promise<Visited> {
    const place = visited.folder ?? visited.place;
    if (place !== undefined) await this.#checkInside(place);
    return visited;
  }

  async #checkInside(place: FileEntry): Promise<void> {
    if (!isWithin(await this.#rootPath(), await this.#fields.opener.locate(place))) throw leaves();
  }

  #rootPath(): Promise<string> {
    return this.#fields.opener.locate((this.#steps[0] as Step).place);
  }
}

/** Checks whether a path of the host is a folder or in it. */
export function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

function denies(name: string): PermissionError {
  return new PermissionError(`The host denies the name '${name}'.`);
}

function isReplaced(shown: string): PermissionError {
  return new PermissionError(
    `'${shown}' has been replaced by a link since the tools were created. Only new tools could use it.`,
  );
}

function leaves(): PermissionError {
  return new PermissionError('The path leads out of its root through a link.');
}
