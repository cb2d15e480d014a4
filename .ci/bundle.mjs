// `npm run build` runs this after tsc. It bundles `src` and replaces the modules that tsc wrote into `dist` by the bundle:
// loading hundreds of small files is half of what an import costs. Then it writes the CommonJS build. All entries come
// from `exports` in package.json. While one works on the package, `dist` is what tsc writes.
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { reachableFiles, targetsOf, writeCommonJs } from './commonjs.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const commands = Object.values(manifest.bin);
/** The files of the bundle that the manifest names, in any condition. */
const targets = new Set(targetsOf(manifest.exports).filter((file) => file.startsWith('./dist/')));

/** The modules that others load by their path: with a `require` of their own, or in a thread of their own. */
const loaded = [
  './dist/build/plugin/project-compiler.js',
  './dist/build/plugin/register-hooks.js',
  './dist/build/codegen/widened-worker.js',
];

/** What the package shows: `./dist/integrations/mcp/index.js` is made of `src/integrations/mcp/index.ts`. */
const entries = [...[...targets].filter((file) => file.endsWith('.js')), ...commands, ...loaded].map((file) =>
  file.replace('./dist/', 'src/').replace(/\.js$/, '.ts'),
);

/**
 * What is in a file of its own, so that the bundle of an app contains only what the app uses. A bundler leaves out a file
 * of which nothing is used, but not every unused statement of a file. Each further part makes an import slower:
 * these keep the rest, and the packages that only the rest needs, away from an app that makes no calls.
 */
const parts = {
  content: ['call/response/content', 'call/response/tool-response'],
  results: ['base/errors/errors', 'call/response/tool-result', 'call/state/secret', 'call/tool-context'],
  state: ['call/state/tool-state'],
  decorators: ['bind', 'ctx', 'field', 'param', 'tool'].map((name) => `tool/decorators/${name}`),
  middleware: ['cache', 'logging', 'max-output', 'rate-limit', 'redact', 'timing'].map(
    (name) => `features/middleware/${name}`,
  ),
  specs: ['tool/registry/tool-registry', 'tool/registry/tool-specs-of', 'tool/spec/tool-spec'],
  session: ['facade/toolkit-session'],
  history: ['call/client/pending-approval', 'toolkit/pipeline/call-history', 'toolkit/entry/hosted-tool'],
};

const isPart = /^part:/;

// A part is an entry that no module imports: what an entry shares with another is in a file that both import.
const partEntries = {
  name: 'parts',
  setup(builder) {
    builder.onResolve({ filter: isPart }, ({ path }) => ({ path: path.replace(isPart, ''), namespace: 'part' }));
    builder.onLoad({ filter: /./, namespace: 'part' }, ({ path }) => ({
      contents: parts[path].map((module) => `export * from './${module}.js';`).join('\n'),
      resolveDir: join(root, 'src'),
    }));
  },
};

// An import of a subpath of this package is one of its own modules, in both builds: Node.js could choose the other build. What is
// loaded when it is first needed stays a subpath.
const ownSubpaths = {
  name: 'own subpaths',
  setup(builder) {
    builder.onResolve({ filter: /^toolwright\// }, ({ path, kind }) => {
      if (kind !== 'import-statement') return undefined;
      const { default: target } = manifest.exports[path.replace('toolwright', '.')].import;
      return { path: join(root, target.replace('./dist/', 'src/').replace(/\.js$/, '.ts')) };
    });
  },
};

// Modules with tool schemas are imported for their effect only, and the manifest does not name them. esbuild keeps on one line
// what is on one line: the indentation of schemas is as large as the rest of them.
const toolSchemas = {
  name: 'tool schemas',
  setup(builder) {
    builder.onResolve({ filter: /\/(?:builtin|guarded)\.gen\.js$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/\.js$/, '.ts')),
      sideEffects: true,
    }));
    builder.onLoad({ filter: /[\\/](?:builtin|guarded)\.gen\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(/\n\s+|\n(?=[\])}])/g, ' '),
      loader: 'ts',
    }));
  },
};

const { outputFiles, metafile } = await build({
  absWorkingDir: root,
  entryPoints: [...entries, ...Object.keys(parts).map((part) => `part:${part}`)],
  outdir: 'dist',
  outbase: 'src',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  tsconfig: 'src/tsconfig.json',
  // Without `keepNames`, whose calls would keep each function from being left out: see `withClassNames`.
  plugins: [partEntries, toolSchemas, ownSubpaths],
  metafile: true,
  write: false,
});

/** The files that contain only helpers of esbuild. */
const helpers = Object.entries(metafile.outputs)
  .filter(([, { inputs }]) => Object.keys(inputs).length === 0)
  .map(([name]) => basename(name));

removeModules();
// So that the next `tsc -b` writes all modules again.
rmSync(join(dist, '.tsbuildinfo'), { force: true });
for (const { path, text } of outputFiles.filter(({ path }) => !isOfPart(path))) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, path.endsWith('.js') ? withClassNames(withoutIdleImports(text)) : text);
}
for (const command of commands) chmodSync(join(root, command), 0o755);
removeInternalDeclarations();
await writeCommonJs(manifest, loaded);
// After the modules were removed: this builds the developer page into `dist`.
await import('./dev-page.mjs');

/** Whether an output is that of a part itself, which has nothing left in it. */
function isOfPart(path) {
  const outputs = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint?.startsWith('part:'));
  return outputs.some(([name]) => [resolve(root, name), resolve(root, `${name}.map`)].includes(path));
}

/**
 * Removes imports of the helpers of esbuild from what uses none of them, so that the client for pages is a single file,
 * which a page can load without a bundler. The lines stay, because source maps count them.
 */
function withoutIdleImports(code) {
  return code.replaceAll(/^import "[./]*\/chunks\/([\w-]+\.js)";$/gm, (line, name) =>
    helpers.includes(name) ? '' : line,
  );
}

/** Gives classes their names back: of a class that refers to itself, esbuild makes `var State = class _State`. */
function withClassNames(code) {
  const inner = [...code.matchAll(/^var (\w+) = class (_\1)\b/gm)].map(([, , name]) => name);
  if (inner.length === 0) return code;
  return code.replace(new RegExp(`(?<![\\w$.#])(?:${inner.join('|')})(?![\\w$])`, 'g'), (name) => name.slice(1));
}

function removeModules() {
  for (const name of readdirSync(dist, { recursive: true })) {
    if (/\.js$|\.map$/.test(name)) rmSync(join(dist, name));
  }
}

/** Removes the declarations that no public declaration refers to. */
function removeInternalDeclarations() {
  const used = new Set(reachableFiles([...targets].filter((file) => file.endsWith('.d.ts'))));
  for (const name of readdirSync(dist, { recursive: true })) {
    if (name.endsWith('.d.ts') && !used.has(join('dist', name))) rmSync(join(dist, name));
  }
}
