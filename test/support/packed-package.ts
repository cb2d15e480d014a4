import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildPackage, readManifest, root, runNode } from './repository.js';

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
  const workspace = mkdtempSync(join(tmpdir(), 'toolwright-packing-'));
  try {
    bundleInto(workspace);
    const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', project];
    execFileSync('npm', pack, { cwd: workspace, stdio: 'pipe' });
  } finally {
    rmSync(workspace, { recursive: true });
  }
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'));
  execFileSync('tar', ['-xzf', join(project, String(tarball)), '-C', project], { stdio: 'pipe' });
  renameSync(join(project, 'package'), join(project, 'node_modules/toolwright'));
}

/** Does what `npm run build` does after tsc, in a copy: other specs use the `dist` of this repository meanwhile. */
function bundleInto(workspace: string): void {
  const configurations = ['package.json', 'esbuild.config.mjs', 'tsconfig.json', 'tsconfig.build.json'];
  for (const name of [...configurations, 'CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'src']) {
    cpSync(join(root, name), join(workspace, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(workspace, 'node_modules'), 'dir');
  runNode(['esbuild.config.mjs'], { cwd: workspace });
}

function linkDependency(project: string, name: string): void {
  const link = join(project, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), link, 'dir');
}
