// `npm run build` runs this after tsc. It bundles `src` and replaces the modules that tsc wrote into `dist` by the bundle:
// loading hundreds of small files is half of what an import costs. Then it writes the CommonJS build. All entries come
// from `exports` in package.json. While one works on the package, `dist` is what tsc writes.
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { reachableFiles, targetsOf, writeCommonJs } from './build-commonjs.mjs';

const root = import.meta.dirname;
const dist = join(root, 'dist');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const commands = Object.values(manifest.bin);
/** The files of the bundle that the manifest names, in any condition. */
const targets = new Set(targetsOf(manifest.exports).filter((file) => file.startsWith('./dist/')));

/** The modules that others load by their path: with a `require` of their own, or in a thread of their own. */
const loaded = ['./dist/plugin/project-compiler.js', './dist/plugin/register-hooks.js'];

/** What the package shows: `./dist/mcp/index.js` is made of `src/mcp/index.ts`. */
const entries = [...[...targets].filter((file) => file.endsWith('.js')), ...commands, ...loaded].map((file) =>
  file.replace('./dist/', 'src/').replace(/\.js$/, '.ts'),
);

/**
 * What is in a file of its own, so that whoever bundles an app takes from the package what the app uses. A bundler leaves
 * out a file of which nothing is used, but not every unused statement of a file. Each further part makes an import dearer:
 * these keep the rest, and the packages that only the rest needs, away from an app that makes no calls.
 */
const parts = {
  content: ['response/content', 'response/tool-response'],
  results: ['base/errors/errors', 'response/tool-result', 'state/secret', 'execution/tool-context'],
  state: ['state/tool-state'],
  decorators: ['bind', 'ctx', 'field', 'param', 'tool'].map((name) => `decorators/${name}`),
  generated: ['metadata/generated-tools'],
  middleware: ['cache', 'logging', 'max-output', 'rate-limit', 'redact', 'timing'].map(
    (name) => `features/middleware/${name}`,
  ),
  specs: ['registry/tool-registry', 'registry/tool-specs-of', 'spec/tool-spec'],
  session: ['toolkit/toolkit-session'],
  history: ['toolkit/approval/approval-token', 'toolkit/pipeline/call-history', 'toolkit/hosted-tool'],
};

const isPart = /^part:/;

// A part is an entry that nobody imports: what an entry shares with another is in a file that both import.
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
  tsconfig: 'tsconfig.build.json',
  // Without `keepNames`, whose calls would keep each function from being left out: see `withClassNames`.
  plugins: [partEntries],
  metafile: true,
  write: false,
});

removeModules();
// So that the next `tsc -b` writes all modules again.
rmSync(join(dist, '.tsbuildinfo'), { force: true });
for (const { path, text } of outputFiles.filter(({ path }) => !isOfPart(path))) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, path.endsWith('.js') ? withClassNames(text) : text);
}
for (const command of commands) chmodSync(join(root, command), 0o755);
removeInternalDeclarations();
await writeCommonJs(manifest, loaded);

/** Whether an output is that of a part itself, which has nothing left in it. */
function isOfPart(path) {
  const outputs = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint?.startsWith('part:'));
  return outputs.some(([name]) => [resolve(root, name), resolve(root, `${name}.map`)].includes(path));
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
