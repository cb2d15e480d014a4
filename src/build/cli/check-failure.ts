import { DefinitionError } from '../../base/errors/errors.js';
import { isMissingPackageError } from '../../base/runtime/load-package.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';

/**
 * Runs a part of a check. What is wrong with a file or an option of it is invalid usage.
 *
 * @param code - The code of the failure, for programs.
 * @throws CommandFailure if the part throws a DefinitionError.
 */
export async function withUsageFailure<T>(code: string, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!DefinitionError.is(error) || isMissingPackageError(error)) throw error;
    throw new CommandFailure(error.message, exitCodes.usage, { code });
  }
}
