import { ToolError, ToolExecutionError } from '../../../../base/errors/errors.js';
import { raceAbort } from '../../../../call/abort-scope.js';
import type { OutgoingCall } from './remote-call.js';

/**
 * Runs a function that an option contains, until the signal of the call aborts. The error of a function that fails has
 * no message of its own, because it may contain credentials. A ToolError that it throws is preserved.
 *
 * @param where - The option, for errors.
 * @throws ToolExecutionError if the function fails.
 */
export async function evaluateOption<T>(
  evaluate: () => T | Promise<T>,
  { toolName, signal }: Partial<Pick<OutgoingCall, 'toolName' | 'signal'>>,
  where: string,
): Promise<T> {
  try {
    const evaluating = Promise.resolve(evaluate());
    return await (signal === undefined ? evaluating : raceAbort(evaluating, { signal, toolName: toolName ?? where }));
  } catch (error) {
    if (ToolError.is(error)) throw error;
    throw new ToolExecutionError(`${where}() failed.`, { toolName, cause: error });
  }
}
