import { existsSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { findUp } from '../plugin/module-file.js';
import { type BundleManifest, type BundleVariable, bundleFolder, createManifest } from './bundle/bundle-manifest.js';
import { checkStart } from './bundle/check-start.js';
import { type Alternatives, findProductionPackages } from './bundle/production-packages.js';
import { findPacker, runPacker } from './bundle/run-packer.js';
import { checkCompiled, stageFiles, stagePackage } from './bundle/stage-files.js';
import { identityOf, readManifest } from './hosts/server-identity.js';
import { importedFiles } from './imported-files.js';
import { isConfigurationPath, isFolderPath } from './load-folder.js';
import { loadServer } from './load-server.js';
import { loadTools, type ToolPlace } from './load-tools.js';
import { createServedToolkit } from './served-toolkit.js';
import { CommandFailure, exitCodes, missingPackageCode } from './shared/exit-codes.js';
import { isRecord } from './shared/is-record.js';
import type { CommandResult, Report } from './shared/report.js';

/** The options of `toolwright pack`. */
export interface PackCommand {
  readonly place: ToolPlace;
  /** The path of the bundle. Undefined for the name of the package. */
  readonly out: string | undefined;
  readonly variables: readonly BundleVariable[];
  /** Further files and folders of the package. */
  readonly include: readonly string[];
}

/** Runs `toolwright pack`: writes an MCP bundle with a server of tools. */
export async function pack(command: PackCommand, report: Report): Promise<CommandResult> {
  const { place, variables, include } = command;
  const { modulePath } = place;
  if (!existsSync(modulePath)) throw new CommandFailure(`File '${modulePath}' does not exist.`, exitCodes.module);
  checkCompiled(isFolderPath(modulePath) ? folderOf(modulePath) : modulePath);
  const packageFolder = findPackage(modulePath);
  const mcpb = findPacker(packageFolder);
  const bundle = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-pack-')));
  try {
    const manifest = await describeBundle(command, packageFolder, report);
    const served = isFolderPath(modulePath) ? [folderOf(modulePath)] : [...importedFiles(modulePath)];
    stageFiles({ served, packageFolder, include }, bundle);
    const packageCount = stagePackages(place, packageFolder, bundle);
    writeFileSync(join(bundle, 'manifest.json'), JSON.stringify(manifest, undefined, 2));
    await checkStart(bundle, { manifest, variables }, report);
    const out = command.out ?? `${manifest.name}.mcpb`;
    await runPacker(mcpb, bundle, resolve(out));
    const { size } = statSync(out);
    const toolCount = manifest.tools.length;
    const tools = `${toolCount} ${toolCount === 1 ? 'tool' : 'tools'}`;
    return {
      data: { path: out, toolCount, packageCount, bytes: size },
      text: `${out}: ${tools}, ${packageCount} packages, ${(size / 1_000_000).toFixed(1)} MB`,
    };
  } finally {
    rmSync(bundle, { recursive: true, force: true });
  }
}

/** Returns the folder of tools of a path, which is the folder or its configuration. */
function folderOf(path: string): string {
  return isConfigurationPath(path) ? dirname(path) : path;
}

/** Returns the folder of the nearest package.json with a name. */
function findPackage(modulePath: string): string {
  const path = realpathSync(modulePath);
  for (let folder = statSync(path).isDirectory() ? path : dirname(path); ; ) {
    const file = findUp(folder, 'package.json');
    if (file === undefined) {
      throw new CommandFailure(
        `'${modulePath}' is in no package: no package.json above it has a name.`,
        exitCodes.module,
      );
    }
    if (typeof readManifest(file).name === 'string') return dirname(file);
    folder = dirname(dirname(file));
  }
}

/** Loads the tools as the server will, and creates the manifest of the bundle. */
async function describeBundle(
  { place, variables }: PackCommand,
  packageFolder: string,
  report: Report,
): Promise<BundleManifest> {
  const { modulePath, document, agent } = place;
  await loadServer(modulePath);
  const module = await loadTools(place);
  const toolkit = await createServedToolkit(module);
  const tools = toolkit.list({ active: true }).map(({ name, description }) => ({ name, description }));
  const hasFurtherTools = toolkit.groups().some(({ active }) => !active);
  await module.close?.();
  for (const warning of module.warnings) report.warn(warning);
  const identity = identityOf(modulePath, module.info);
  const served = toPath(packageFolder, realpathSync(modulePath));
  const command = commandPath(packageFolder);
  const args = [
    ...[inBundle(command), 'serve', inBundle(served)],
    ...(document?.baseUrl === undefined ? [] : ['--base-url', document.baseUrl]),
    ...(document?.credentials ?? []).flatMap(({ scheme, variable }) => [
      '--auth',
      scheme === undefined ? variable : `${scheme}=${variable}`,
    ]),
    ...(agent === undefined ? [] : ['--agent', agent]),
  ];
  const packageJson = readManifest(join(packageFolder, 'package.json'));
  const { engines } = packageJson;
  const node = isRecord(engines) && typeof engines.node === 'string' ? engines.node : '>=20.19';
  const entryPoint = statSync(modulePath).isFile() && /\.[cm]?js$/.test(modulePath) ? served : command;
  const parts = { identity, packageJson, tools, hasFurtherTools, variables, entryPoint, args, node };
  return createManifest(parts);
}

/** Returns the path of the command `toolwright` in the bundle. */
function commandPath(packageFolder: string): string {
  const manifest = findUp(packageFolder, join('node_modules', 'toolwright', 'package.json'));
  if (manifest === undefined) {
    throw new CommandFailure(
      `toolwright is not installed in '${packageFolder}'. Run there: npm install toolwright`,
      exitCodes.usage,
      { code: missingPackageCode },
    );
  }
  const { bin } = readManifest(manifest);
  return toPath('', join('node_modules/toolwright', String(isRecord(bin) ? bin.toolwright : bin)));
}

function toPath(folder: string, file: string): string {
  return relative(folder, resolve(folder, file)).split(sep).join('/');
}

function inBundle(path: string): string {
  // A host would replace it, and has no escape.
  if (path.includes('${')) throw new CommandFailure(`A host would replace '\${' in '${path}'.`, exitCodes.usage);
  return path === '' ? bundleFolder : `${bundleFolder}/${path}`;
}

function stagePackages(place: ToolPlace, packageFolder: string, bundle: string): number {
  const further = new Map([
    ['', [['toolwright'] as const]],
    ['toolwright', optionalPackages(place)],
  ]);
  const { packages, missing } = findProductionPackages(packageFolder, further);
  if (missing.length > 0) {
    throw new CommandFailure(
      `Packages that the bundle needs are not installed: ${missing.join(', ')}. Run in '${packageFolder}': npm install`,
      exitCodes.usage,
      { code: missingPackageCode },
    );
  }
  for (const one of packages) stagePackage(one, bundle);
  return packages.length;
}

/** Returns the optional packages that toolwright needs to serve a place. The project need not depend on them itself. */
function optionalPackages({ modulePath, document }: ToolPlace): readonly Alternatives[] {
  const isYaml = /\.ya?ml$/i.test(modulePath);
  return [
    ['@modelcontextprotocol/sdk', '@modelcontextprotocol/server'],
    ...(isYaml ? [['yaml'] as const] : []),
    ...(document === undefined ? [] : [['undici'] as const]),
    ...(isFolderPath(modulePath) ? [['tinyglobby'] as const] : []),
  ];
}
