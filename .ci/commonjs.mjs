import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { transform } from 'esbuild';

const root = join(import.meta.dirname, '..');

/**
 * Writes the CommonJS build next to the bundle in `dist`: the modules that the `require` conditions of the manifest name,
 * those that are loaded by their path, and all modules that these load. They have the same parts as the bundle, so that
 * the subpaths share their classes.
 */
export async function writeCommonJs({ exports }, loadedByPath) {
  rmSync(join(root, 'cjs'), { recursive: true, force: true });
  mkdirSync(join(root, 'cjs'));
  writeFileSync(join(root, 'cjs/package.json'), '{ "type": "commonjs" }\n');
  const entries = targetsOf(exports).filter((file) => file.startsWith('./cjs/'));
  const sources = entries.map((file) => file.replace('./cjs/', './dist/'));
  for (const file of reachableFiles([...sources, ...loadedByPath])) {
    const code = readFileSync(join(root, file), 'utf8');
    const output = join(root, file.replace(/^dist/, 'cjs'));
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, file.endsWith('.js') ? await toCommonJs(code) : code);
  }
}

/** Returns the files that the conditions and subpaths of a manifest's `exports` name. */
export function targetsOf(exports) {
  return typeof exports === 'string' ? [exports] : Object.values(exports).flatMap(targetsOf);
}

/** Returns entries and all files of the package that they load, as paths from the package's folder. */
export function reachableFiles(entries) {
  const found = new Set();
  const visit = (file) => {
    if (found.has(file) || !existsSync(join(root, file))) return;
    found.add(file);
    const isDeclaration = file.endsWith('.d.ts');
    for (const [, specifier] of readFileSync(join(root, file), 'utf8').matchAll(relativeSpecifier)) {
      const target = join(dirname(file), specifier);
      visit(isDeclaration ? target.replace(/\.js$/, '.d.ts') : target);
    }
  };
  for (const entry of entries) visit(relative(root, join(root, entry)));
  return [...found];
}

const relativeSpecifier = /(?:from|import\(|import) ?["'](\.[^"']+)["']/g;

async function toCommonJs(contents) {
  const { code } = await transform(contents, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // Imports of CommonJS packages have the meaning that they have in Node.
    sourcefile: 'module.mjs',
    // jest refuses import() in CommonJS.
    supported: { 'dynamic-import': false },
    // jest replaces the loader of each module, and not always the one of the process.
    define: { 'import.meta.url': '__filename', 'globalThis.process.getBuiltinModule': 'require' },
    logLevel: 'error',
  });
  return code;
}
