import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readManifest, root } from './repository.js';

/** The folder of the packed package, which uses the packages of this repository. Its modules load in half the time of `dist`. */
export const packedFolder = join(root, 'test/.build/packed');

/** The file of the command of the packed package. */
export const packedCommand = join(packedFolder, String(readManifest().bin.toolwright));

/**
 * Puts the packed package, as npm would publish it, into the node_modules of a new, otherwise empty CommonJS project,
 * next to links to its dependencies and to `further` packages: an installation without a network. The caller removes the
 * folder.
 */
export function installPackedPackage(...further: readonly string[]): string {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-packed-')));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true }));
  addPackedPackage(project, ...further);
  return project;
}

/** Puts the packed package, its dependencies and `further` packages into the node_modules of a project that has none. */
export function addPackedPackage(project: string, ...further: readonly string[]): void {
  mkdirSync(join(project, 'node_modules'));
  cpSync(packedFolder, join(project, 'node_modules/toolwright'), { recursive: true });
  const { dependencies = {}, peerDependencies = {} } = readManifest();
  const names = [...Object.keys({ ...dependencies, ...peerDependencies }), ...further];
  for (const name of names) linkDependency(project, name);
}

function linkDependency(project: string, name: string): void {
  const link = join(project, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(folderOf(name), link, 'dir');
}

/** The folder of a package: in the root, or among those that are only installed to test an adapter. */
function folderOf(name: string): string {
  const peers = readdirSync(join(root, 'test/peers')).map((peer) => join(root, 'test/peers', peer));
  const folders = [root, ...peers].map((folder) => join(folder, 'node_modules', name));
  return folders.find((folder) => existsSync(folder)) ?? join(root, 'node_modules', name);
}
