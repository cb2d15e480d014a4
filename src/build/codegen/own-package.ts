import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

// The CommonJS build replaces the URL by the path of the file.
const location: string = import.meta.url;

/** The path of this module, or of the file that it is bundled into: always below the package's output folder. */
export const ownFile = location.startsWith('file:') ? fileURLToPath(location) : location;

/** Returns the folder of the package that contains this module. */
export function findPackageFolder(): string {
  for (let folder = dirname(ownFile); ; folder = dirname(folder)) {
    // The CommonJS build has a package.json that only says what its modules are.
    if (isOwnManifest(join(folder, 'package.json')) || dirname(folder) === folder) return folder;
  }
}

/** Returns the path of a module in the output folder that contains this one, such as `dist`. */
export function findOutput(module: string): string {
  const folder = findPackageFolder();
  const [output = ''] = relative(folder, ownFile).split(sep);
  return join(folder, output, module);
}

function isOwnManifest(file: string): boolean {
  if (!existsSync(file)) return false;
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return (manifest as { readonly name?: unknown }).name === 'toolwright';
}
