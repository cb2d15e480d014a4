import { createMissingPackageError, isMissingPackage } from '../../base/runtime/load-package.js';

/** The optional packages of the built-in tools, with the ranges that are tested. */
const ranges = {
  'decimal.js': '10',
  'temporal-polyfill': '1',
  '@jmespath-community/jmespath': '1',
} as const;

/**
 * Loads an optional package, when a tool needs it for the first time.
 *
 * @param load - Imports the package, or resolves its path.
 * @throws DefinitionError with the command to run if the package is not installed.
 */
export async function loadPackage<T>(name: keyof typeof ranges, load: () => T | Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissingPackage(cause)) throw cause;
    throw createMissingPackageError(
      `This built-in tool requires the package ${name}. Run: npm install ${name}@${ranges[name]}`,
      cause,
    );
  }
}
