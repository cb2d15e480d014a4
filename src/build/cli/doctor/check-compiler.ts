import { ToolError } from '../../../base/errors/errors.js';
import { findUp } from '../../plugin/module-file.js';
import { type Finding, ok, problem, warning } from './finding.js';
import {
  type CompilerConfiguration,
  findInstalled,
  hasGeneratedModule,
  type ProjectFacts,
  usesNestPlugin,
} from './project-facts.js';
import { type CompilerOptions, readCompilerOptions } from './read-tsconfig.js';
import { isInRange } from './version-range.js';

const oldestCompiler = '>=5.5';

const withoutFile = 'there is no tsconfig.json: toolwright/register and the command compile legacy decorators';

/** The package that reads types for toolwright/register, the command, the plugins and `toolwright generate`. */
const generator = 'typescript-json-schema';

/** Checks the compiler, its options, and what else compiles or bundles the project. */
export function checkCompiler(facts: ProjectFacts): readonly Finding[] {
  const compiler = findInstalled(facts.folder, 'typescript');
  return [
    ...checkVersion(compiler?.version),
    ...checkOptions(facts, compiler?.version),
    ...showGenerator(facts),
    ...checkTools(facts),
    ...checkConfigurations(facts),
  ];
}

function checkVersion(version: string | undefined): readonly Finding[] {
  if (version === undefined) return [ok('TypeScript', 'not installed')];
  if (isInRange(version, oldestCompiler)) return [ok('TypeScript', version)];
  const message = `The declarations of toolwright require version 5.5 or later, not ${version}.`;
  return [problem('TypeScript', message, 'Run: npm install --save-dev typescript@~5.9')];
}

function checkOptions(facts: ProjectFacts, version: string | undefined): readonly Finding[] {
  const file = findUp(facts.folder, 'tsconfig.json');
  if (file === undefined) return [ok('tsconfig', withoutFile)];
  try {
    const options = readCompilerOptions(file);
    const found = [
      ...checkDecorators(options, facts),
      ...checkResolution(options, version ?? '5.9.0'),
      ...checkTarget(options),
      ...checkLibraries(options),
    ];
    return [ok('tsconfig', `${file}: ${describeOptions(options)}`), ...found];
  } catch (error) {
    if (!ToolError.is(error)) throw error;
    return [problem('tsconfig', error.message, 'Correct the file.')];
  }
}

const shownOptions = [
  'target',
  'module',
  'moduleResolution',
  'experimentalDecorators',
  'emitDecoratorMetadata',
  'skipLibCheck',
];

function describeOptions(options: CompilerOptions): string {
  return shownOptions.map((name) => `${name} ${String(options[name] ?? 'unset')}`).join(', ');
}

function checkDecorators(options: CompilerOptions, { folder, readsTypes }: ProjectFacts): readonly Finding[] {
  const { experimentalDecorators: isLegacy = false, emitDecoratorMetadata: isEmitted = false } = options;
  const area = 'tsconfig';
  if (isEmitted === true && isLegacy !== true) {
    const message = 'emitDecoratorMetadata has no effect without experimentalDecorators.';
    return [problem(area, message, 'Set "experimentalDecorators": true.')];
  }
  const user = ['@nestjs/common', 'class-validator'].find((name) => findInstalled(folder, name) !== undefined);
  if (isLegacy !== true && user !== undefined) {
    const message = `The decorators of ${user}, and @Param and @Bind, require legacy decorators.`;
    return [problem(area, message, 'Set "experimentalDecorators": true.')];
  }
  if (isEmitted === true || readsTypes || findInstalled(folder, generator) !== undefined) return [];
  const install = `npm install --save-dev ${generator}@~0.68.0`;
  return [
    warning(
      area,
      `Nothing publishes the types of parameters: no types are emitted, and ${generator}, which reads them, is not installed.`,
      isLegacy === true ? `Set "emitDecoratorMetadata": true, or run: ${install}` : `Run: ${install}`,
    ),
  ];
}

/** Says what can read types. Whether a program is started with it is not known here. */
function showGenerator({ folder }: ProjectFacts): readonly Finding[] {
  const installed = findInstalled(folder, generator);
  if (installed === undefined) return [];
  const text = `toolwright/register, the command and the plugins can read them (${generator} ${installed.version})`;
  return [ok('types', text)];
}

function checkResolution({ module, moduleResolution }: CompilerOptions, version: string): readonly Finding[] {
  const kind = String(moduleResolution ?? '').toLowerCase();
  // Before version 6, this was the default for ES modules.
  const isDefault = kind === '' && /^(?:es|system|amd|umd)/i.test(String(module ?? '')) && !isInRange(version, '>=6.0');
  if (kind !== 'classic' && !isDefault) return [];
  return [
    problem(
      'tsconfig',
      'moduleResolution is classic, which finds no packages.',
      'Set "moduleResolution": "bundler", or "module": "NodeNext".',
    ),
  ];
}

function checkTarget({ target, experimentalDecorators }: CompilerOptions): readonly Finding[] {
  const name = String(target ?? '').toLowerCase();
  if (name === 'es3' || name === 'es5') {
    return [
      problem(
        'tsconfig',
        `The target ${String(target)} has no classes, which tools require.`,
        'Set "target": "ES2022".',
      ),
    ];
  }
  if (name !== 'esnext' || experimentalDecorators === true) return [];
  const message = 'With the target ESNext, tsc leaves decorators in its output, which Node.js cannot parse.';
  return [warning('tsconfig', message, 'Set "target": "ES2022".')];
}

function checkLibraries({ skipLibCheck }: CompilerOptions): readonly Finding[] {
  if (skipLibCheck === true) return [];
  const message = 'The declarations of all packages are checked in each build, which takes several times as long.';
  return [warning('tsconfig', message, 'Set "skipLibCheck": true.')];
}

/** Checks the programs that run or bundle TypeScript without its types. */
function checkTools({ folder, manifest, bundlers, readsTypes }: ProjectFacts): readonly Finding[] {
  const tsx = findInstalled(folder, 'tsx');
  const loaders = tsx === undefined ? [] : [`tsx ${tsx.version}`];
  const configs = bundlers.map(
    ({ file, usesPlugin }) => `${file} ${usesPlugin ? 'with' : 'without'} toolwright/plugin`,
  );
  const shown = [...loaders, ...configs];
  const found = shown.length === 0 ? [] : [ok('build', shown.join(', '))];
  if (readsTypes) return found;
  const runsTsx = /\btsx\b/.test(JSON.stringify(manifest.scripts ?? {}));
  const source = runsTsx ? 'tsx, which the scripts run,' : bundlers[0]?.file;
  if (source === undefined) return found;
  return [
    ...found,
    warning(
      'build',
      `${source} may compile without the types of parameters.`,
      runsTsx ? 'Add the flag to tsx: --import toolwright/register' : 'Use the build plugin.',
    ),
  ];
}

/** Checks the Nest CLI and jest, which compile the modules of a TypeScript project without the types of parameters. */
function checkConfigurations({ folder, compilers }: ProjectFacts): readonly Finding[] {
  const isTyped = findUp(folder, 'tsconfig.json') !== undefined && !hasGeneratedModule(folder);
  return isTyped ? compilers.map(checkConfiguration) : [];
}

function checkConfiguration({ program, file, text }: CompilerConfiguration): Finding {
  const plugin = ['toolwright/nest-plugin', 'toolwright/jest'].find((name) => text.includes(name));
  if (plugin !== undefined && (program === 'jest' || usesNestPlugin(text)))
    return ok(program, `${file} with ${plugin}`);
  const remedy =
    program === 'Nest CLI'
      ? 'Add it to compilerOptions: "plugins": ["toolwright/nest-plugin"].'
      : text.includes('ts-jest')
        ? 'Add to the options of ts-jest: "astTransformers": { "before": ["toolwright/nest-plugin"] }.'
        : 'Use it in transform: ["toolwright/jest", { "transformer": "@swc/jest" }].';
  const missing = program === 'Nest CLI' ? 'toolwright/nest-plugin' : 'toolwright/jest';
  return warning(program, `${file} does not use ${missing}, so tools have only the types that are emitted.`, remedy);
}
