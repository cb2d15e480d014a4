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
  /** Whether something reads types with the TypeScript compiler: anything but a generated module. */
  readonly usesCompiler: boolean;
  /** The configurations of bundlers, and whether each uses the build plugin. */
  readonly bundlers: readonly Bundler[];
  /** The configurations of the Nest CLI and of jest. */
  readonly compilers: readonly CompilerConfiguration[];
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
  /** Whether it uses the part of the build plugin that requires the package unplugin. */
  readonly usesUnplugin: boolean;
}

/** The configuration of a program that compiles modules one by one, through a plugin or a transformer. */
export interface CompilerConfiguration {
  readonly program: 'Nest CLI' | 'jest';
  readonly file: string;
  readonly text: string;
}

/** Reads the project of the current folder, or of a module. */
export function readProjectFacts(modulePath: string | undefined): ProjectFacts {
  const start = modulePath === undefined ? process.cwd() : resolve(modulePath);
  const file = findUp(start, 'package.json');
  const folder = file === undefined ? process.cwd() : dirname(file);
  const manifest = file === undefined ? {} : readManifest(file);
  const bundlers = findBundlers(folder);
  const compilers = findCompilers(folder, manifest);
  const isRead =
    bundlers.some(({ usesPlugin }) => usesPlugin) ||
    compilers.some(({ program, text }) => program === 'Nest CLI' && usesNestPlugin(text)) ||
    /toolwright(?:\/register|\/jest| generate)/.test(JSON.stringify(manifest.scripts ?? {}));
  const readsTypes = isRead || hasGeneratedModule(folder);
  const usesCompiler = isRead || compilers.some(({ text }) => /toolwright\/(?:jest|nest-plugin)/.test(text));
  const own = readManifest(join(findPackageFolder(), 'package.json')) as unknown as OwnManifest;
  return { folder, manifest, own, bundlers, compilers, readsTypes, usesCompiler };
}

/** Checks whether a project has the module that `toolwright generate` writes. */
export function hasGeneratedModule(folder: string): boolean {
  return existsSync(join(folder, 'src/toolwright.gen.ts'));
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

/** Checks whether the text of a configuration names the plugin for NestJS, which is also a transformer of ts-jest. */
export function usesNestPlugin(text: string): boolean {
  return text.includes('toolwright/nest-plugin');
}

function findCompilers(folder: string, manifest: ProjectFacts['manifest']): readonly CompilerConfiguration[] {
  const found = readdirSync(folder).flatMap((file): readonly CompilerConfiguration[] => {
    const program = file === 'nest-cli.json' ? 'Nest CLI' : jestConfig.test(file) ? 'jest' : undefined;
    return program === undefined ? [] : [{ program, file, text: readFileSync(join(folder, file), 'utf8') }];
  });
  const { jest } = manifest;
  return jest === undefined ? found : [...found, { program: 'jest', file: 'package.json', text: JSON.stringify(jest) }];
}

const jestConfig = /^jest\.config\.(?:[cm]?[jt]s|json)$/;

const bundlerConfig = /^(?:vite|vitest|rollup|rolldown|webpack|rspack|tsdown|next)\.config\.[cm]?[jt]s$/;

function findBundlers(folder: string): readonly Bundler[] {
  return readdirSync(folder)
    .filter((file) => bundlerConfig.test(file))
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const usesUnplugin = text.includes('toolwright/plugin');
      return { file, usesUnplugin, usesPlugin: usesUnplugin || text.includes('toolwright/next') };
    });
}
