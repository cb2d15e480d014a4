import { ToolError } from '../../../base/errors/errors.js';
import type { ResolvedFileLimits } from './file-limits.js';
import type { FileTarget } from './file-roots.js';
import type { FolderEntry, Location } from './jailed-files.js';
import { linesOf } from './text-lines.js';

/** A line that contains the searched text. @description */
export interface FileMatch {
  readonly path: string;
  /** The number of the line, from 1. @description @asType integer */
  readonly line: number;
  readonly text: string;
}

/** What a search found. @description */
export interface FileSearch {
  readonly matches: readonly FileMatch[];
  /** Whether a limit ended the search before all files were read. @description */
  readonly truncated: boolean;
}

/** An entry of a list. @description */
export interface ListedEntry {
  readonly path: string;
  readonly kind: FolderEntry['kind'];
  /** The size of a file. @description In bytes @asType integer */
  readonly size: number;
}

/** What a folder contains. @description */
export interface FileList {
  readonly entries: readonly ListedEntry[];
  /** Whether the folder contains more than the limit. @description */
  readonly truncated: boolean;
}

/** The number of levels that a search and a list descend. The tool's schema has the same limit. */
export const deepest = 32;
/** The number of characters of a line in a match. */
const longestLine = 300;

/** Lists a folder and its folders, level by level. */
export async function listDeep(
  target: FileTarget,
  {
    depth,
    limits,
    signal,
  }: { readonly depth: number; readonly limits: ResolvedFileLimits; readonly signal: AbortSignal },
): Promise<FileList> {
  const entries: ListedEntry[] = [];
  const { maxEntries } = limits;
  let folders: Location[] = [target];
  for (let level = 0; level < Math.min(depth, deepest) && folders.length > 0; level++) {
    const next: Location[] = [];
    for (const folder of folders) {
      signal.throwIfAborted();
      const most = maxEntries + 1 - entries.length;
      for (const { name, kind, size } of await listOrNothing(target, folder, { most, isFirst: level === 0 })) {
        if (entries.length >= maxEntries) return { entries, truncated: true };
        const entry = childOf(folder, name);
        entries.push({ path: entry.shown, kind, size });
        if (kind === 'folder') next.push(entry);
      }
    }
    folders = next;
  }
  return { entries, truncated: false };
}

/** Finds the lines that contain a text. Files that are too large, not text, or denied are passed over. */
export async function searchFiles(
  target: FileTarget,
  query: { readonly text: string; readonly ignoreCase: boolean },
  { limits, signal }: { readonly limits: ResolvedFileLimits; readonly signal: AbortSignal },
): Promise<FileSearch> {
  const list = await listDeep(target, {
    depth: deepest,
    limits: { ...limits, maxEntries: limits.maxSearchFiles },
    signal,
  });
  const fold = (text: string): string => (query.ignoreCase ? text.toLowerCase() : text);
  const wanted = fold(query.text);
  const matches: FileMatch[] = [];
  const skipped = target.shown.length + 1;
  for (const { path, kind } of list.entries) {
    if (kind !== 'file') continue;
    signal.throwIfAborted();
    const names = [...target.names, ...path.slice(skipped).split('/')];
    const text = await readOrNothing(target, { names, shown: path });
    if (text === undefined || !fold(text).includes(wanted)) continue;
    for (const [index, line] of linesOf(text).entries()) {
      if (!fold(line).includes(wanted)) continue;
      if (matches.length >= limits.maxMatches) return { matches, truncated: true };
      matches.push({ path, line: index + 1, text: line.slice(0, longestLine) });
    }
  }
  return { matches, truncated: list.truncated };
}

function childOf(folder: Location, name: string): Location {
  return { names: [...folder.names, name], shown: `${folder.shown}/${name}` };
}

/** Lists a folder. One that is removed meanwhile, or that cannot be read, is empty unless it is the first one. */
async function listOrNothing(
  { files }: FileTarget,
  folder: Location,
  { most, isFirst }: { readonly most: number; readonly isFirst: boolean },
): Promise<readonly FolderEntry[]> {
  try {
    return await files.list(folder, most);
  } catch (error) {
    if (isFirst || !ToolError.is(error)) throw error;
    return [];
  }
}

async function readOrNothing({ files }: FileTarget, file: Location): Promise<string | undefined> {
  try {
    return await files.read(file);
  } catch (error) {
    if (!ToolError.is(error)) throw error;
    return undefined;
  }
}
