import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { readManifest } from '../hosts/server-identity.js';

/** A package to put into a bundle. */
export interface PlacedPackage {
  /** The folder that contains it. */
  readonly source: string;
  /** The folder in the bundle, relative to the root of the bundle. */
  readonly target: string;
}

/** The packages that a project needs to run, and what it lacks. */
export interface ProductionPackages {
  readonly packages: readonly PlacedPackage[];
  /** The names of required packages that are not installed. */
  readonly missing: readonly string[];
}

/** The names of packages of which one is enough. */
export type Alternatives = readonly [string, ...string[]];

interface Dependency {
  readonly name: string;
  readonly isOptional: boolean;
}

/**
 * Finds the packages that a project needs to run: its dependencies, theirs, and required peers. Each is placed as near to the
 * root of the bundle as it can be without changing which version another package loads, wherever a package manager has put it.
 *
 * @param folder - The folder of the project.
 * @param further - The packages that another one also needs, by its name: `''` for the project. Each is a list of
 * alternatives, of which the first that is installed is enough.
 */
export function findProductionPackages(
  folder: string,
  further: ReadonlyMap<string, readonly Alternatives[]>,
): ProductionPackages {
  const placed = new Map<string, string>();
  const missing = new Set<string>();
  const open = [{ name: '', source: realpathSync(folder), target: '' }];
  for (const { name: dependent, source, target } of open) {
    const added = (further.get(dependent) ?? []).map((names) => selectInstalled(source, names));
    for (const { name, isOptional } of [...dependenciesOf(source), ...added]) {
      const found = resolvePackage(source, name);
      if (found === undefined) {
        if (!isOptional) missing.add(name);
        continue;
      }
      if (loadedFrom(target, name, placed) === found) continue;
      const root = join('node_modules', name);
      const place = placed.has(root) ? join(target, 'node_modules', name) : root;
      placed.set(place, found);
      open.push({ name, source: found, target: place });
    }
  }
  const packages = [...placed].map(([target, source]) => ({ source, target }));
  return { packages, missing: [...missing] };
}

function dependenciesOf(folder: string): readonly Dependency[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = readManifest(
    join(folder, 'package.json'),
  );
  const optional = new Set(namesIn(optionalDependencies));
  const peers = namesIn(peerDependencies).filter((name) => !isOptionalPeer(peerDependenciesMeta, name));
  const names = new Set([...namesIn(dependencies), ...optional, ...peers]);
  return [...names].map((name) => ({ name, isOptional: optional.has(name) }));
}

function namesIn(dependencies: unknown): readonly string[] {
  return isRecord(dependencies) ? Object.keys(dependencies) : [];
}

function isOptionalPeer(meta: unknown, name: string): boolean {
  const entry = isRecord(meta) && Object.hasOwn(meta, name) ? meta[name] : undefined;
  return isRecord(entry) && entry.optional === true;
}

function selectInstalled(from: string, names: Alternatives): Dependency {
  return { name: names.find((name) => resolvePackage(from, name) !== undefined) ?? names[0], isOptional: false };
}

/** Finds the folder of a package as Node.js does for an import of a file in another folder. */
export function resolvePackage(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return realpathSync(found);
    if (folder === dirname(folder)) return undefined;
  }
}

/** Returns the source of the package that a package in the bundle would load by a name. */
function loadedFrom(target: string, name: string, placed: ReadonlyMap<string, string>): string | undefined {
  for (let folder = target; ; folder = dirname(folder)) {
    const found = placed.get(join(folder, 'node_modules', name));
    if (found !== undefined) return found;
    if (folder === '' || folder === '.') return undefined;
  }
}
