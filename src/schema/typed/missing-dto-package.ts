import { seePage } from '../../base/errors/docs-page.js';
import type { DefinitionError } from '../../base/errors/errors.js';
import { createMissingPackageError } from '../../base/runtime/load-package.js';

/** The optional packages that DTO classes need. */
export const dtoPackages = ['class-validator', 'class-transformer'] as const;

/**
 * Creates the error of a package that DTO classes need and that is not installed.
 *
 * @param problem - The beginning of the message: what is a DTO class.
 */
export function createMissingDtoError(problem: string, missing: string, cause?: unknown): DefinitionError {
  return createMissingPackageError(
    `${problem}, but the package ${missing} is not installed. Run npm install ${dtoPackages.join(' ')}.` +
      seePage('bundle-size'),
    cause,
  );
}
