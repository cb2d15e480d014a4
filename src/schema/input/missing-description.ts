import { DefinitionError } from '../../base/errors/errors.js';

const missing = new WeakSet<object>();

/** Creates the error of a function whose parameters lack what a generated description of the function contains. */
export function createMissingDescriptionError(message: string, cause?: unknown): DefinitionError {
  const error = new DefinitionError(message, cause === undefined ? {} : { cause });
  missing.add(error);
  return error;
}

/** Checks whether a generated description of a function would correct an error. */
export function isMissingDescription(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error);
}
