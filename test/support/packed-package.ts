import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildPackage, readManifest, root } from './repository.js';

/**
 * Packs the package as npm would publish it and puts it into the node_modules of a new, otherwise empty CommonJS
 * project, beside links to its dependencies: an installation without a network. The caller removes the folder.
 */
export function installPackedPackage(): string {
  buildPackage();
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-packed-')));
  mkdirSync(join(project, 'node_modules'));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true }));
  unpackInto(project);
  const { dependencies = {}, peerDependencies = {} } = readManifest();
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) linkDependency(project, name);
  return project;
}

function unpackInto(project: string): void {
  const options = { cwd: root, stdio: 'pipe' } as const;
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', project], options);
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'));
  execFileSync('tar', ['-xzf', join(project, String(tarball)), '-C', project], options);
  renameSync(join(project, 'package'), join(project, 'node_modules/toolwright'));
}

function linkDependency(project: string, name: string): void {
  const link = join(project, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), link, 'dir');
}
