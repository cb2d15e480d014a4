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
    throw createMissingPackageError(`${use} requires a package. Run: npm install ${name}.`, cause);
  }
}

const reason = 'missing_package';

/** Creates the error of an optional package that is not installed. The message contains the command that installs it. */
export function createMissingPackageError(message: string, cause?: unknown): DefinitionError {
  return new DefinitionError(message, { cause, details: { reason } });
}

/** Checks whether an error, or its JSON form, is that of an optional package that is not installed. */
export function isMissingPackageError(error: unknown): boolean {
  const details: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'details') : undefined;
  return typeof details === 'object' && details !== null && Reflect.get(details, 'reason') === reason;
}
