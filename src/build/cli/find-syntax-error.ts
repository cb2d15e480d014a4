import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  const files = new Set([entry]);
  for (const file of files) {
    const found = await checkFile(file);
    if (found !== undefined) return found;
    if (files.size < mostFiles) for (const imported of findImports(file)) files.add(imported);
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

/** Returns the files that a file imports by a relative path. */
function findImports(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const specifiers = [
    ...text.matchAll(/(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g),
  ];
  return specifiers.flatMap(([, , specifier = '']) => {
    const path = resolve(dirname(file), specifier);
    return [path, path.replace(/\.([cm]?)js$/, '.$1ts'), `${path}.js`, `${path}.ts`].find(existsSync) ?? [];
  });
}
