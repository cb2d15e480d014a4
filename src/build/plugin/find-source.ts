import { statSync } from 'node:fs';
import { extname, join } from 'node:path';

/** The extensions of the TypeScript files that tsc compiles to a JavaScript file, by the extension of that file. */
const sourceExtensions: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

/**
 * Finds the TypeScript file that the path in an import refers to, in the order of tsc: `./b.js` is `b.ts`, also if `b.js`
 * exists. A path without an extension is a file, or the `index.ts` of a folder. Returns undefined if there is none.
 */
export function findSource(path: string): string | undefined {
  const extension = extname(path);
  const compiled = path.slice(0, path.length - extension.length);
  const source = (sourceExtensions[extension] ?? []).map((each) => compiled + each).find(isFile);
  if (source !== undefined) return source;
  return isFile(path)
    ? undefined
    : [`${path}.ts`, `${path}.tsx`, join(path, 'index.ts'), join(path, 'index.tsx')].find(isFile);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
