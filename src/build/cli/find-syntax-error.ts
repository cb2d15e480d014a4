import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importedFiles } from './imported-files.js';
import type { SourcePlace } from './source-place.js';

/** A syntax error, and where it is. */
export interface FoundSyntaxError {
  readonly place: SourcePlace;
  readonly message: string;
}

// Each file starts a process that checks it.
const mostFiles = 100;

/**
 * Finds the file with a syntax error: a module, or a file that it imports. The error that Node.js throws for an ES module
 * does not name the file.
 */
export async function findSyntaxError(entry: string): Promise<FoundSyntaxError | undefined> {
  let checked = 0;
  for (const file of importedFiles(entry)) {
    if (!existsSync(file)) continue;
    const found = await checkFile(file);
    checked += 1;
    if (found !== undefined || checked === mostFiles) return found;
  }
  return undefined;
}

/** Reads the place of an error in the text that Node.js prints above its message: the file, the line and a caret. */
export function readPlace(text: string): SourcePlace | undefined {
  const [, path, line, before] = /^(file:\/\/.+|.+):(\d+)\r?\n.*\n( *)\^/.exec(text) ?? [];
  if (path === undefined || before === undefined) return undefined;
  const file = path.startsWith('file:') ? fileURLToPath(path.replace(/[?#].*$/, '')) : path;
  return existsSync(file) ? { file, line: Number(line), column: before.length + 1 } : undefined;
}

async function checkFile(file: string): Promise<FoundSyntaxError | undefined> {
  if (/\.[cm]?tsx?$/.test(file)) {
    const found = (await import('../codegen/syntax-error.js')).findSyntaxError(file);
    return found === undefined ? undefined : { place: { file, ...found }, message: found.message };
  }
  if (!/\.[cm]?js$/.test(file)) return undefined;
  const { stderr } = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' });
  const place = readPlace(stderr);
  const [, message] = /^SyntaxError: (.*)$/m.exec(stderr) ?? [];
  return place === undefined || message === undefined ? undefined : { place, message };
}
