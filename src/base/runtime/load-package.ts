import { DefinitionError } from '../errors/errors.js';

/** The codes of the errors for a package that is not installed, in ES modules and in CommonJS. */
const missingCodes: readonly unknown[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'];

/** Checks whether an import failed because a package is not installed. */
export function isMissingPackage(error: unknown): boolean {
  return missingCodes.includes((error as { readonly code?: unknown } | undefined)?.code);
}

/**
 * Loads an optional package with `load`.
 *
 * @param use - The feature that requires the package, for the error.
 * @throws DefinitionError if the package is not installed.
 */
export async function loadPackage<T>(load: () => Promise<T>, use: string, name: string): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissingPackage(cause)) throw cause;
    throw new DefinitionError(`${use} requires a package. Run: npm install ${name}.`, { cause });
  }
}
