import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { findPackageFolder } from '../../codegen/own-package.js';
import { findUp } from '../../plugin/module-file.js';
import { readManifest } from '../hosts/server-identity.js';

/** A package that is installed for a project. */
export interface InstalledPackage {
  readonly version: string;
  /** The folder, without links. */
  readonly folder: string;
}

/** What the checks of a project read. */
export interface ProjectFacts {
  /** The folder of the package.json, or else the current one. */
  readonly folder: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  /** The manifest of the toolwright that runs. */
  readonly own: OwnManifest;
  /** Whether the types of parameters are read by the build plugin, toolwright/register, or a generated module. */
  readonly readsTypes: boolean;
  /** The configurations of bundlers, and whether each uses the build plugin. */
  readonly bundlers: readonly Bundler[];
}

/** The parts of the manifest of toolwright that the checks read. */
export interface OwnManifest {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** The configuration of a bundler. */
export interface Bundler {
  readonly file: string;
  readonly usesPlugin: boolean;
}

/** Reads the project of the current folder, or of a module. */
export function readProjectFacts(modulePath: string | undefined): ProjectFacts {
  const start = modulePath === undefined ? process.cwd() : resolve(modulePath);
  const file = findUp(start, 'package.json');
  const folder = file === undefined ? process.cwd() : dirname(file);
  const manifest = file === undefined ? {} : readManifest(file);
  const bundlers = findBundlers(folder);
  const readsTypes =
    bundlers.some(({ usesPlugin }) => usesPlugin) ||
    existsSync(join(folder, 'src/toolwright.gen.ts')) ||
    /toolwright(?:\/register|\/jest| generate)/.test(JSON.stringify(manifest.scripts ?? {}));
  const own = readManifest(join(findPackageFolder(), 'package.json')) as unknown as OwnManifest;
  return { folder, manifest, own, bundlers, readsTypes };
}

/** Finds a package as Node.js does for a module in a folder. */
export function findInstalled(folder: string, name: string): InstalledPackage | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, 'node_modules', name, 'package.json');
    if (basename(at) !== 'node_modules' && existsSync(file)) {
      return { version: String(readManifest(file).version), folder: dirname(realpathSync(file)) };
    }
    if (dirname(at) === at) return undefined;
  }
}

const bundlerConfig = /^(?:vite|vitest|rollup|rolldown|webpack|rspack|tsdown|next)\.config\.[cm]?[jt]s$/;

function findBundlers(folder: string): readonly Bundler[] {
  return readdirSync(folder)
    .filter((file) => bundlerConfig.test(file))
    .map((file) => ({
      file,
      usesPlugin: /toolwright\/(?:plugin|next)/.test(readFileSync(join(folder, file), 'utf8')),
    }));
}
