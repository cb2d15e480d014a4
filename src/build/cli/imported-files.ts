import { existsSync, readFileSync } from 'node:fs';
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

function findImports(file: string): readonly string[] {
  if (!/\.[cm]?[jt]sx?$/.test(file) || !existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(importPattern)].map(([, , specifier = '']) => {
    const path = resolve(dirname(file), specifier);
    // An import may have the extension of the compiled file, or none.
    return [path, path.replace(/\.([cm]?)js$/, '.$1ts'), `${path}.js`, `${path}.ts`].find(existsSync) ?? path;
  });
}
