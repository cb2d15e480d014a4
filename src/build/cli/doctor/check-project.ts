import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageFolder } from '../../codegen/own-package.js';
import { type Finding, ok, problem, warning } from './finding.js';
import { findInstalled, type InstalledPackage, type ProjectFacts } from './project-facts.js';
import { isInRange } from './version-range.js';

/** Checks the runtime, the format of the modules, and the copies of toolwright. */
export function checkRuntime({ folder, manifest, own }: ProjectFacts): readonly Finding[] {
  const version = process.versions.node;
  const { node } = own.engines;
  const runtime = isInRange(version, node)
    ? ok('Node.js', `${version} (${node} is required)`)
    : problem('Node.js', `${version} is too old.`, `Install a version that is ${node}.`);
  const type = manifest.type === 'module' ? 'ES modules ("type": "module")' : 'CommonJS, without "type": "module"';
  return [runtime, ok('package', `${folder}: ${type}`), ...checkCopies(folder, own.version)];
}

function checkCopies(folder: string, ownVersion: string): readonly Finding[] {
  const own = realpathSync(findPackageFolder());
  const installed = findInstalled(folder, 'toolwright');
  if (installed === undefined) {
    if (own === realpathSync(folder)) return [ok('toolwright', ownVersion)];
    return [problem('toolwright', `It is not installed for '${folder}'.`, 'Run: npm install toolwright')];
  }
  const nested = findNested(folder).filter((path) => realpathSync(path) !== installed.folder);
  const copies = [
    ...nested.map((path) =>
      warning('toolwright', `'${path}' is a second copy.`, 'Run: npm dedupe, or install the same version everywhere.'),
    ),
    ...(installed.folder === own
      ? []
      : [
          warning(
            'toolwright',
            `This command is version ${ownVersion} in '${own}', but the project imports version ${installed.version}.`,
            `Run 'npx toolwright' in '${folder}'.`,
          ),
        ]),
  ];
  return [ok('toolwright', installed.version), ...copies];
}

/** Finds the copies that packages of the project have for themselves. */
function findNested(folder: string): readonly string[] {
  const packages = join(folder, 'node_modules');
  if (!existsSync(packages)) return [];
  const names = readdirSync(packages).flatMap((name) => {
    return name.startsWith('@') ? readdirSync(join(packages, name)).map((inner) => join(name, inner)) : [name];
  });
  return names
    .map((name) => join(packages, name, 'node_modules/toolwright'))
    .filter((path) => existsSync(join(path, 'package.json')));
}

/** Checks the versions of the packages that toolwright uses if they are installed. */
export function checkPackages(facts: ProjectFacts): readonly Finding[] {
  const { folder, own } = facts;
  const home = findInstalled(folder, 'toolwright')?.folder ?? findPackageFolder();
  const peers = Object.entries(own.peerDependencies).map(([name, range]): Peer => {
    const isOptional = own.peerDependenciesMeta[name]?.optional === true;
    const other = findInstalled(home, name);
    // A linked copy of toolwright has packages of its own.
    return {
      name,
      range,
      isOptional,
      installed: findInstalled(folder, name) ?? (isOptional ? undefined : other),
      other,
    };
  });
  const found = peers.flatMap(({ name, installed }) =>
    installed === undefined ? [] : [`${name} ${installed.version}`],
  );
  const text = found.length === 0 ? 'none that toolwright uses' : found.join(', ');
  return [ok('packages', text), ...peers.flatMap(checkPeer), ...checkPairs(folder), ...checkReaders(facts)];
}

/** A package that toolwright uses if it is installed. */
interface Peer {
  readonly name: string;
  readonly range: string;
  readonly isOptional: boolean;
  /** The copy that the project imports. */
  readonly installed: InstalledPackage | undefined;
  /** The copy that toolwright imports. */
  readonly other: InstalledPackage | undefined;
}

function checkPeer({ name, range, isOptional, installed, other }: Peer): readonly Finding[] {
  const [first = range] = range.split('||').reverse();
  const remedy = `Run: npm install '${name}@${first.trim()}'`;
  if (installed === undefined) return isOptional ? [] : [problem(name, 'It is required, and not installed.', remedy)];
  const { version } = installed;
  const findings = isInRange(version, range)
    ? []
    : [problem(name, `Version ${version} is not supported (${range}).`, remedy)];
  if (other === undefined || other.folder === installed.folder) return findings;
  const message = `toolwright uses version ${other.version} in '${other.folder}', and the project version ${version}.`;
  return [...findings, warning(name, message, 'Run: npm dedupe')];
}

/** Checks the packages of what reads types: the build plugin, toolwright/register and toolwright/jest. */
function checkReaders({ folder, own, bundlers, usesCompiler }: ProjectFacts): readonly Finding[] {
  const bundler = bundlers.find(({ usesUnplugin }) => usesUnplugin);
  const needed: readonly (readonly [string, string | undefined])[] = [
    ['typescript-json-schema', usesCompiler ? 'What reads the types of parameters' : undefined],
    ['unplugin', bundler && `toolwright/plugin in ${bundler.file}`],
  ];
  return needed.flatMap(([name, user]) => {
    if (user === undefined || findInstalled(folder, name) !== undefined) return [];
    const remedy = `Run: npm install --save-dev '${name}@${own.peerDependencies[name] ?? 'latest'}'`;
    return [problem(name, `${user} requires it, and it is not installed.`, remedy)];
  });
}

/** Checks packages that are useful only together. */
function checkPairs(folder: string): readonly Finding[] {
  const [validator, transformer] = ['class-validator', 'class-transformer'];
  const has = (name: string): boolean => findInstalled(folder, name) !== undefined;
  if (has(validator) === has(transformer)) return [];
  const [missing, present] = has(validator) ? [transformer, validator] : [validator, transformer];
  return [warning(present, `DTO classes also require ${missing}.`, `Run: npm install ${missing}`)];
}
