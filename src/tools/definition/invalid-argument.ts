import { createValidationError, type ValidationError } from '../../base/errors/errors.js';

/**
 * Creates the error for an argument that fits the schema of a built-in tool, but that the tool cannot use.
 *
 * @param name - The name of the argument.
 * @param problem - What is wrong and what is expected, as a sentence that a model reads.
 */
export function invalidArgument(name: string, problem: string): ValidationError {
  return createValidationError(`Invalid ${name}: ${problem}`, {
    issues: [{ path: `/${name}`, message: problem, rule: 'builtin' }],
  });
}
