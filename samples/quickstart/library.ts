import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Says, in words for the person at the keyboard, why there is nothing to search. */
export class LibraryError extends Error {}

/** The Markdown files that the tools work on. Their texts are read when they are asked for, so that edits count. */
export class Library {
  private constructor(
    readonly folder: string,
    /** Paths from the folder, with forward slashes, sorted. */
    readonly files: readonly string[],
  ) {}

  /** The Markdown files in a folder and below it. Throws a LibraryError if there are none. */
  static async open(path: string): Promise<Library> {
    const folder = resolve(path);
    return Library.#of(folder, await markdownFiles(folder));
  }

  /** The documentation that comes with this repository: README.md and docs. */
  static async openDocumentation(): Promise<Library> {
    const folder = fileURLToPath(new URL('.', import.meta.resolve('toolwright/package.json')));
    const files = await markdownFiles(join(folder, 'docs'));
    return Library.#of(folder, ['README.md', ...files.map((file) => `docs/${file}`)]);
  }

  static #of(folder: string, files: readonly string[]): Library {
    if (files.length > 0) return new Library(folder, [...files].sort());
    throw new LibraryError(`There are no Markdown files in ${folder}. Name a folder that has some.`);
  }

  has(file: string): boolean {
    return this.files.includes(file);
  }

  read(file: string, signal?: AbortSignal): Promise<string> {
    return readFile(join(this.folder, file), { encoding: 'utf8', signal });
  }
}

async function markdownFiles(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await entriesOf(folder)) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isFile() && /\.(md|markdown)$/i.test(entry.name)) found.push(entry.name);
    if (!entry.isDirectory()) continue;
    const below = await markdownFiles(join(folder, entry.name));
    found.push(...below.map((file) => `${entry.name}/${file}`));
  }
  return found;
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new LibraryError(`There is no folder ${folder}. Name one that has Markdown files.`);
    if (code === 'ENOTDIR') throw new LibraryError(`${folder} is not a folder. Name one that has Markdown files.`);
    throw new LibraryError(`The folder ${folder} cannot be read (${code}).`, { cause: error });
  }
}
