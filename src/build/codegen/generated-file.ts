import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file to write. */
export interface GeneratedFile {
  /** The absolute path. */
  readonly path: string;
  readonly text: string;
}

/** Checks whether a file has its text already. */
export function isUpToDate({ path, text }: GeneratedFile): boolean {
  return existsSync(path) && readFileSync(path, 'utf8') === text;
}

/** Writes a file and the folders that contain it. */
export function writeGenerated({ path, text }: GeneratedFile): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
