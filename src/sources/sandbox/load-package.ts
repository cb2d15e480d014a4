import { emitWarning } from '../../base/errors/emit-warning.js';
import { DefinitionError } from '../../base/errors/errors.js';
import { createMissingPackageError } from '../../base/runtime/load-package.js';
import { nodeRequire } from '../../base/runtime/node-require.js';

/** The optional packages of the sandbox, with the ranges that are tested. */
const ranges = { 'quickjs-wasi': '3', '@swc/wasm-typescript': '1' } as const;

/** The name of an optional package of the sandbox. */
export type SandboxPackage = keyof typeof ranges;

/**
 * Finds the file of an optional package, or of one of its subpaths. Returns undefined if the package is not installed.
 *
 * @throws DefinitionError in a runtime that cannot load packages.
 */
export function findPackage(name: SandboxPackage, subpath = ''): string | undefined {
  const load = nodeRequire();
  if (load === undefined) throw new DefinitionError('The sandbox requires Node.');
  try {
    return load.resolve(name + subpath);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

let isWarned = false;

/** Warns once that programs in TypeScript require a package that is not installed. */
export function warnOfMissingStripper(): void {
  if (isWarned) return;
  isWarned = true;
  const name = '@swc/wasm-typescript';
  emitWarning(
    `A program in the sandbox was refused, perhaps because it has types. Programs in TypeScript require the package ${name}. ` +
      `Run: npm install ${name}@${ranges[name]}`,
  );
}

/**
 * Finds the file of a package that the sandbox cannot do without.
 *
 * @throws DefinitionError with the command to run if the package is not installed.
 */
export function requirePackage(name: SandboxPackage, subpath = ''): string {
  const path = findPackage(name, subpath);
  if (path !== undefined) return path;
  throw createMissingPackageError(`The sandbox requires the package ${name}. Run: npm install ${name}@${ranges[name]}`);
}
