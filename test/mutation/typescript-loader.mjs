import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformFile } from '@swc/core';

const swc = JSON.parse(readFileSync(new URL('../swc.json', import.meta.url), 'utf8'));
const { compilerOptions } = JSON.parse(readFileSync(new URL('../../tsconfig.json', import.meta.url), 'utf8'));
const { paths: entries } = compilerOptions;

/** Resolves imports of the built package and its files to the sources, as tsconfig.json does. */
export async function resolve(specifier, context, nextResolve) {
  if (specifier === '@jest/globals') return nextResolve(new URL('./jest-globals.mjs', import.meta.url).href, context);
  const entry = entries[specifier]?.[0];
  // The runner works in a copy of the project.
  if (entry !== undefined) return source(new URL(entry, pathToFileURL(`${process.cwd()}/`)));
  if (/^\.{1,2}\/.*\.js$/.test(specifier)) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(url)) return source(anew.test(url.pathname) ? new URL(`?${++imports}`, url) : url);
  }
  return nextResolve(specifier, context);
}

// What is known of a class is kept. Classes that tests import are made anew each time, so that a mutant meets none that
// was looked at before it.
const anew = /\/golden\/[^/]+\/dto\.ts$/;
let imports = 0;

/** Compiles TypeScript. */
export async function load(url, context, nextLoad) {
  if (!new URL(url).pathname.endsWith('.ts')) return nextLoad(url, context);
  const { code } = await transformFile(fileURLToPath(url), swc);
  return { format: 'module', source: code, shortCircuit: true };
}

function source(url) {
  return { url: url.href, format: 'module', shortCircuit: true };
}
