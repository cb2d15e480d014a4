// The modules of the reference, by the names with which programs import them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { name, exports } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));

/** The names by the paths of the modules: `toolwright/mcp` by `src/integrations/mcp`. */
export const entryNames = new Map(
  Object.entries(exports)
    .filter(([, { import: entry }]) => entry !== undefined)
    .map(([subpath, { import: entry }]) => [moduleOf(entry.types), subpath.replace(/^\./, name)]),
);

/** Returns the path by which typedoc names the module of a declaration in `dist`. */
function moduleOf(declaration) {
  return declaration.replace(/^\.\/dist/, 'src').replace(/(?:\/index)?\.d\.ts$/, '');
}
