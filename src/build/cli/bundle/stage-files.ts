import { cpSync, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { readManifest } from '../hosts/server-identity.js';
import { CommandFailure, exitCodes } from '../shared/exit-codes.js';
import type { PlacedPackage } from './production-packages.js';

const source = /(?<!\.d)\.[cm]?tsx?$/;

/** What is copied into a bundle. */
export interface StagedFiles {
  /** The module and what it imports by relative paths, the document, or the folder to serve. */
  readonly served: readonly string[];
  /** The folder of the package that contains it, with real paths. */
  readonly packageFolder: string;
  /** Further files and folders. */
  readonly include: readonly string[];
}

/**
 * Copies what is served into the folder of a bundle, at the same places below it: a module with all that it imports by
 * relative paths, a document, or a folder; the `package.json` files that say what these modules are; and further files.
 *
 * @throws CommandFailure if a file is outside of the package, or is TypeScript, which a host cannot run.
 */
export function stageFiles({ served, packageFolder, include }: StagedFiles, target: string): void {
  const files = served.filter((file) => existsSync(file) && !source.test(file));
  const copied = [...files, ...include.map((one) => checkExists(one))];
  for (const file of copied) {
    copyBelow(file, packageFolder, target);
    for (let folder = dirname(realpathSync(file)); folder.startsWith(packageFolder + sep); folder = dirname(folder)) {
      const manifest = join(folder, 'package.json');
      if (existsSync(manifest)) copyBelow(manifest, packageFolder, target);
    }
  }
  copyBelow(join(packageFolder, 'package.json'), packageFolder, target);
}

/**
 * Checks that hosts can run what is served.
 *
 * @throws CommandFailure if it is TypeScript.
 */
export function checkCompiled(path: string): void {
  const found = statSync(path).isDirectory() ? findSource(path) : source.test(path) ? path : undefined;
  if (found === undefined) return;
  throw new CommandFailure(
    `'${found}' is TypeScript, which hosts cannot run. Compile it, and pass the compiled file or folder.`,
    exitCodes.usage,
  );
}

function findSource(folder: string): string | undefined {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const found = entry.isDirectory() ? (isCopied(path) ? findSource(path) : undefined) : source.test(path) && path;
    if (typeof found === 'string') return found;
  }
  return undefined;
}

/** Copies a package, without packages that it contains and without what its author does not publish. */
export function stagePackage({ source: folder, target }: PlacedPackage, bundle: string): void {
  const { published, withheld } = publishedFiles(folder);
  const filter = (path: string): boolean => path === folder || (isCopied(path) && !withheld.has(path));
  for (const name of published) {
    const from = join(folder, name);
    if (existsSync(from)) cpSync(from, join(bundle, target, name), { recursive: true, dereference: true, filter });
  }
}

/** Returns what a package publishes. Its folder contains more only if it is linked from a workspace. */
function publishedFiles(folder: string): { readonly published: readonly string[]; readonly withheld: Set<string> } {
  const { files } = readManifest(join(folder, 'package.json'));
  const listed = Array.isArray(files) ? files.map(String) : [];
  const isInstalled = folder.split(sep).includes('node_modules');
  if (isInstalled || listed.length === 0 || listed.some((name) => /[*?[{]/.test(name))) {
    return { published: [''], withheld: new Set() };
  }
  const withheld = listed.filter((name) => name.startsWith('!')).map((name) => join(folder, name.slice(1)));
  return {
    published: ['package.json', ...listed.filter((name) => !name.startsWith('!'))],
    withheld: new Set(withheld),
  };
}

function copyBelow(file: string, packageFolder: string, target: string): void {
  const path = realpathSync(file);
  const place = relative(packageFolder, path);
  if (place.startsWith('..') || place.split(sep).includes('node_modules')) {
    throw new CommandFailure(
      `'${file}' is outside of the package in '${packageFolder}', so it cannot be packed.`,
      exitCodes.module,
    );
  }
  const filter = (one: string): boolean => one === path || isCopied(one);
  cpSync(path, join(target, place), { recursive: true, dereference: true, filter });
}

function checkExists(path: string): string {
  if (existsSync(path)) return resolve(path);
  throw new CommandFailure(`'${path}' of --include does not exist.`, exitCodes.module);
}

/** Checks whether a file is copied with its folder. Hidden files often contain secrets, such as `.env` and `.npmrc`. */
function isCopied(path: string): boolean {
  const name = basename(path);
  return name !== 'node_modules' && !name.startsWith('.');
}
