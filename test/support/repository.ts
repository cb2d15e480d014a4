import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/** The folder of this repository's package.json. */
export const root = resolve(import.meta.dirname, '../..');

/** The part of a package.json that tests look at. */
export interface Manifest {
  readonly version: string;
  readonly license?: string;
  readonly repository?: { readonly url: string };
  readonly engines?: { readonly node?: string };
  readonly main?: string;
  readonly types?: string;
  readonly typesVersions?: unknown;
  readonly sideEffects?: unknown;
  readonly files?: readonly string[];
  readonly exports: Readonly<Record<string, unknown>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const notOurs = new Set(['node_modules', 'dist', 'coverage', 'reports', '.build', '.stryker-tmp']);

/** The package.json of this repository, or of an installed package. */
export function readManifest(name?: string): Manifest {
  const folder = name === undefined ? root : join(root, 'node_modules', name);
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The packages that npm installs with the package, and their dependencies, by name. */
export function installedPackages(): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (name?: string): void => {
    for (const dependency of installedWith(readManifest(name))) {
      if (found.has(dependency)) continue;
      found.add(dependency);
      add(dependency);
    }
  };
  add();
  return found;
}

function installedWith({
  dependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}: Manifest): readonly string[] {
  const required = Object.keys(peerDependencies).filter((peer) => peerDependenciesMeta[peer]?.optional !== true);
  return [...Object.keys(dependencies), ...required];
}

/** The TypeScript files below `folder`, as paths from the repository's root with forward slashes. */
export function typescriptFiles(folder: string): readonly string[] {
  const found: string[] = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() && !notOurs.has(entry.name)) found.push(...typescriptFiles(path));
    if (entry.isFile() && entry.name.endsWith('.ts')) found.push(path);
  }
  return found.sort();
}

/** The installed package that a file belongs to; undefined for files of this repository and of Node. */
export function packageOf(file: string): string | undefined {
  const inside = relative(root, file).split(sep);
  const at = inside.lastIndexOf('node_modules');
  if (at === -1) return undefined;
  const [first = '', second = ''] = inside.slice(at + 1);
  return first.startsWith('@') ? `${first}/${second}` : first;
}

/** Runs Node in a separate process and returns its output. */
export function runNode(args: readonly string[], options: { readonly cwd: string; readonly env?: object }): string {
  const env = { PATH: process.env.PATH, ...options.env };
  return execFileSync(process.execPath, args, { cwd: options.cwd, env, encoding: 'utf8', stdio: 'pipe' });
}
