import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from './failure.js';
import type { ProjectFiles } from './read-template.js';

/** Whether a folder may be used that is not empty. */
export interface FolderRules {
  readonly force: boolean;
}

/** Throws a `Failure` if a project cannot be created in the folder. */
export function checkFolder(folder: string, { force }: FolderRules): void {
  const entries = entriesOf(folder).filter((name) => name !== '.git');
  if (entries.includes('package.json')) {
    throw new Failure(`'${folder}' contains a project. To use toolwright there, run: npm install toolwright`);
  }
  if (entries.length === 0 || force) return;
  const more = entries.length > 3 ? ', …' : '';
  const shown = `${entries.slice(0, 3).join(', ')}${more}`;
  throw new Failure(
    `'${folder}' is not empty: it contains ${shown}. Name another folder, or use it with --force, which keeps its files.`,
  );
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw explain(folder, error);
  }
}

/**
 * Writes the files into the folder, and creates the folder if it does not exist. A file that exists remains as it is. If a
 * file cannot be written, everything that was created is removed.
 *
 * @returns The paths of the files that existed.
 */
export function writeProject(folder: string, files: ProjectFiles): readonly string[] {
  const created: string[] = [];
  const kept: string[] = [];
  try {
    for (const [path, text] of files) {
      const file = join(folder, path);
      const first = mkdirSync(dirname(file), { recursive: true });
      if (first !== undefined) created.push(first);
      const descriptor = openNew(file);
      if (descriptor === undefined) {
        kept.push(path);
        continue;
      }
      created.push(file);
      writeAndClose(descriptor, text);
    }
    return kept;
  } catch (error) {
    for (const path of created.reverse()) rmSync(path, { recursive: true, force: true });
    throw explain(folder, error);
  }
}

/** Creates a file. Returns undefined if it exists. */
function openNew(file: string): number | undefined {
  try {
    return openSync(file, 'wx');
  } catch (error) {
    if (isCode(error, 'EEXIST')) return undefined;
    throw error;
  }
}

function writeAndClose(descriptor: number, text: string): void {
  try {
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

function explain(folder: string, error: unknown): Failure {
  const reason = error instanceof Error ? error.message : String(error);
  return new Failure(`Cannot create a project in '${folder}'. Nothing was written. The reason is: ${reason}`);
}

function isCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
