import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const importPattern = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g;

/** Yields a file and the files that it imports by relative paths, directly and indirectly. A missing file is one of them. */
export function* importedFiles(entry: string): Generator<string> {
  const files = new Set([resolve(entry)]);
  for (const file of files) {
    yield file;
    for (const imported of findImports(file)) files.add(imported);
  }
}

/** Returns each file that an import may refer to, because loaders differ in which of them they load. */
function findImports(file: string): readonly string[] {
  return [...readText(file).matchAll(importPattern)].flatMap(([, , specifier = '']) => {
    const path = resolve(dirname(file), specifier);
    // An import may have the extension of the compiled file, or none.
    const source = path.replace(/\.([cm]?)jsx?$/, '.$1ts');
    const others = [`${path}.js`, `${path}.ts`, `${path}.tsx`, `${path}/index.js`, `${path}/index.ts`];
    const found = [source, `${source}x`, path, ...others].filter(isFile);
    return found.length === 0 ? [path] : found;
  });
}

/** Returns the text of a module. Empty for a file that cannot be read, such as one that is being replaced. */
function readText(file: string): string {
  try {
    return /\.[cm]?[jt]sx?$/.test(file) ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // It does not exist, or a file is in the place of a folder.
    return false;
  }
}
