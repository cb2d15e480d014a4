// `npm run test:nest [-- --package <file>] [--peer]`: compiles the table once, and runs it on NestJS 11 and 12, each with
// Express and Fastify, then the specs of a project of the Nest CLI, and builds of an application with it. `--package` tests a packed package instead of packing
// this one. `--peer` runs the rows that concern MCP with @rekog/mcp-nest too.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { npmOptions, pack } from '../support/npm.mjs';

const root = resolve(import.meta.dirname, '../..');
const versions = ['nest-11', 'nest-12'];
const platforms = ['express', 'fastify'];
const testCommands = { 'nest-11': ['jest'], 'nest-12': ['vitest', 'run'] };
const compilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};

const { values } = parseArgs({ options: { package: { type: 'string' }, peer: { type: 'boolean' } } });
const workspace = mkdtempSync(join(tmpdir(), 'toolwright-nest-'));
try {
  const tarball = values.package ? resolve(values.package) : pack(root, workspace);
  const table = join(workspace, 'table');
  run('npx', ['tsc', '-p', 'test/nest', '--outDir', table], root);
  for (const version of versions) install(version, tarball);
  report(mapVersions((folder) => runTable(folder, table)));
  for (const version of versions) testProject(version);
  for (const version of versions) testBuilds(version);
  if (values.peer) reportPeer(mapVersions(runPeer));
} finally {
  rmSync(workspace, { recursive: true, force: true, maxRetries: 3 });
}

/** Calls a function with the folder of each version. */
function mapVersions(callback) {
  return Object.fromEntries(versions.map((version) => [version, callback(join(workspace, version))]));
}

/** Installs a version of NestJS with the package. */
function install(version, tarball) {
  const cwd = join(workspace, version);
  cpSync(join(import.meta.dirname, version), cwd, { recursive: true });
  run('npm', ['ci', ...npmOptions], cwd);
  run('npm', ['install', '--no-save', '--no-package-lock', ...npmOptions, tarball], cwd);
}

function runTable(cwd, table) {
  cpSync(table, join(cwd, 'table'), { recursive: true });
  return JSON.parse(run(process.execPath, ['table/main.js'], cwd));
}

/** Runs the specs of a project with the configuration that the Nest CLI of the version generates. */
function testProject(version) {
  const cwd = join(workspace, version, 'project');
  cpSync(join(import.meta.dirname, 'project', version), cwd, { recursive: true });
  cpSync(join(import.meta.dirname, 'project/src'), join(cwd, 'src'), { recursive: true });
  const [command, ...args] = testCommands[version];
  if (version === 'nest-11') dropExtensions(join(cwd, 'src'));
  run('npx', [command, ...args], cwd);
  console.log(`The specs of the project pass: ${version}, ${command}`);
}

/** Builds an application with the Nest CLI and `toolwright/nest-plugin`, and compares what it publishes. */
function testBuilds(version) {
  const cwd = createApplication(version);
  const nest = (...args) => run('npx', ['nest', 'build', ...args], cwd);
  const start = () => JSON.parse(run(process.execPath, ['dist/main.js'], cwd));
  nest();
  const expected = start();
  check(`${version}: types, comments and results`, expected.tools.concat(expected.results), publishedTools());
  check(`${version}: @nestjs/swagger`, Object.keys(expected.openapi.NewOrder.properties), ['customer', 'lines']);
  if (version === 'nest-11') {
    nest('--webpack');
    check(`${version}: webpack`, start(), expected);
    for (const transformer of ['plugin', 'transformer']) testJest(cwd, transformer, expected);
  }
  testSwc(version, { cwd, nest });
  console.log(`The builds of the Nest CLI publish the types: ${version}`);
}

function createApplication(version) {
  const cwd = join(workspace, version, 'cli');
  cpSync(join(import.meta.dirname, 'cli'), cwd, { recursive: true });
  const { compilerOptions } = JSON.parse(readFileSync(join(import.meta.dirname, 'project', version, 'tsconfig.json')));
  const options = { ...compilerOptions, rootDir: './src', types: ['node'], paths: { '@dto/*': ['./src/dto/*'] } };
  writeJson(join(cwd, 'package.json'), { private: true, type: version === 'nest-11' ? 'commonjs' : 'module' });
  writeJson(join(cwd, 'tsconfig.json'), { compilerOptions: options, include: ['src'] });
  writeJson(join(cwd, 'tsconfig.build.json'), { extends: './tsconfig.json', exclude: ['**/*.spec.ts'] });
  const plugins = ['@nestjs/swagger', { name: 'toolwright/nest-plugin', options: { closed: true } }];
  writeJson(join(cwd, 'nest-cli.json'), { sourceRoot: 'src', compilerOptions: { deleteOutDir: true, plugins } });
  // The configuration of webpack excludes the packages in this folder from the bundle.
  symlinkSync(join(workspace, version, 'node_modules'), join(cwd, 'node_modules'), 'dir');
  if (version === 'nest-11') for (const folder of ['src', 'src/dto']) dropExtensions(join(cwd, folder));
  return cwd;
}

/** What the application publishes, and the results of its calls, as `toolwright/jest` and other builds have them. */
function publishedTools() {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'cli/published.json'), 'utf8'));
}

/** Runs the spec of the application with `toolwright/jest`, or with the plugin as a transformer of ts-jest. */
function testJest(cwd, transformer, { tools, results }) {
  const before = { astTransformers: { before: ['toolwright/nest-plugin'] } };
  const tsJest = ['ts-jest', { tsconfig: '<rootDir>/tsconfig.json', ...(transformer === 'transformer' ? before : {}) }];
  const transform = transformer === 'transformer' ? tsJest : ['toolwright/jest', { transformer: tsJest }];
  const moduleNameMapper = { '^@dto/(.*)$': '<rootDir>/src/dto/$1' };
  writeJson(join(cwd, 'jest.config.json'), { transform: { '\\.ts$': transform }, moduleNameMapper });
  run('npx', ['jest', '--config', 'jest.config.json'], cwd);
  const report = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
  check(`ts-jest with a ${transformer}`, report.tools.concat(report.results), tools.concat(results));
}

/** The SWC builder runs no plugins: with its type check the build fails, and without it the start says why. */
function testSwc(version, { cwd, nest }) {
  const withCheck = failureOf(() => nest('--builder', 'swc', '--type-check'));
  check(`${version}: swc with a type check`, /nest-plugin adds records while TypeScript emits/.test(withCheck), true);
  nest('--builder', 'swc');
  // With rootDir, this builder of the Nest CLI 11 keeps the name of the folder.
  const main = version === 'nest-11' ? 'dist/src/main.js' : 'dist/main.js';
  const started = failureOf(() => run(process.execPath, [main], cwd));
  check(
    `${version}: swc`,
    /nest-cli\.json names toolwright\/nest-plugin, but the build has not run it/.test(started),
    true,
  );
}

function failureOf(callback) {
  try {
    callback();
  } catch (error) {
    return String(error);
  }
  return 'no error';
}

function check(title, actual, expected) {
  const [one, other] = [actual, expected].map((value) => JSON.stringify(value, null, 1));
  if (one !== other) throw new Error(`${title}:\n${one}\nis not\n${other}`);
}

function writeJson(file, value) {
  writeFileSync(file, JSON.stringify(value));
}

/** The CLI generates relative imports without extensions for CommonJS. */
function dropExtensions(folder) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name.endsWith('.ts')) writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '[.@][^']*)\.js'/g, "$1'"));
  }
}

/** Runs the rows with mcp-nest. Its programs are not type-checked, because its package is not among those of the root. */
function runPeer(cwd) {
  const source = join(import.meta.dirname, 'peers/mcp-nest');
  const folder = join(cwd, 'peers/mcp-nest');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(source)) {
    const text = readFileSync(join(source, name), 'utf8');
    const { outputText } = ts.transpileModule(text, { compilerOptions });
    writeFileSync(join(folder, name.replace(/\.ts$/, '.js')), outputText);
  }
  return JSON.parse(run(process.execPath, ['peers/mcp-nest/main.js'], cwd));
}

function report(results) {
  const cells = printTable('row', results);
  const failures = cells.filter((cell) => cell !== 'passed');
  for (const failure of failures) console.error(failure);
  console.log(`Cells: ${cells.length - failures.length} passed, ${failures.length} failed`);
  if (failures.length > 0) process.exitCode = 1;
}

/** Prints what another package can do, and why it cannot do the rest. That does not fail the run. */
function reportPeer(results) {
  const cells = printTable('row of @rekog/mcp-nest', results);
  for (const cell of cells) if (cell !== 'passed') console.error(cell.split('\n', 2).join(' '));
}

/** Prints a table, and returns its cells: 'passed', or the reason. */
function printTable(title, results) {
  const columns = versions.flatMap((version) => platforms.map((platform) => [version, platform]));
  console.log(`| ${title} | ${columns.map((column) => column.join(' ')).join(' | ')} |`);
  console.log(`|---|${columns.map(() => ':-:|').join('')}`);
  return Object.keys(results[versions[0]]).flatMap((name) => {
    const cells = columns.map(([version, platform]) => results[version][name]?.[platform] ?? 'missing');
    console.log(`| ${name} | ${cells.map((cell) => (cell === 'passed' ? '✓' : '✗')).join(' | ')} |`);
    return cells;
  });
}

function run(command, args, cwd) {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  } catch (error) {
    throw new Error(`'${[command, ...args].join(' ')}' failed:\n${error.stdout}${error.stderr}`, { cause: error });
  }
}
