import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createMissingPackageError } from '../../base/runtime/load-package.js';
import { DefinitionError } from '../../index.js';

/** The files to find. */
export interface FileSearch {
  /** The folder to which paths and patterns are relative. */
  readonly cwd: string;
  /** The patterns of the files to find in a folder, such as `'*.yaml'`. */
  readonly names: readonly string[];
  /** Creates the error of an entry at which there is no folder and no file. */
  createError(index: number, message: string): DefinitionError;
}

/** The files that are never found: those of packages, npm and TypeScript. */
const ignored = ['**/node_modules/**', '**/package.json', '**/package-lock.json', '**/tsconfig*.json'];

/**
 * Returns the absolute paths of the files in folders, of files, and of the files that match glob patterns. They are in
 * the order of the entries, and sorted within each entry. Hidden files and those in `ignored` are not found.
 *
 * @throws DefinitionError if there is nothing at a path, and if the package tinyglobby is missing.
 */
export async function findFiles(entries: readonly string[], search: FileSearch): Promise<readonly string[]> {
  const found = await Promise.all(entries.map((entry, index) => findEntry(entry, index, search)));
  return [...new Set(found.flat())];
}

async function findEntry(entry: string, index: number, search: FileSearch): Promise<readonly string[]> {
  const path = resolve(search.cwd, entry);
  const kind = await kindOf(path);
  if (kind === 'file') return [path];
  if (kind === 'folder')
    return findMatches(
      search.names.map((name) => `**/${name}`),
      path,
    );
  if (/[*?[\]{}()!]/.test(entry)) return findMatches([entry], search.cwd);
  throw search.createError(index, `There is no folder and no file '${entry}'.`);
}

/** Returns whether a path is that of a file or of a folder. Undefined if it is neither. */
export async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}

async function findMatches(patterns: readonly string[], cwd: string): Promise<readonly string[]> {
  const { glob } = await loadGlob();
  const matches = await glob(patterns, {
    cwd,
    ignore: ignored,
    absolute: true,
    onlyFiles: true,
    expandDirectories: false,
  });
  // The package always writes slashes.
  return matches.map((match) => resolve(match)).sort();
}

async function loadGlob(): Promise<typeof import('tinyglobby')> {
  try {
    return await import('tinyglobby');
  } catch (error) {
    const message = "ToolManager requires the package tinyglobby. Run: npm install 'tinyglobby@^0.2.17'.";
    throw createMissingPackageError(message, error);
  }
}
