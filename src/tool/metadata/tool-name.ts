import { DefinitionError } from '../../base/errors/errors.js';

// Accepted by every provider; OpenAI's rule is the strictest.
const LEGAL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Checks that a tool name is accepted by every provider.
 *
 * @param where - The class and method, for the error message.
 * @throws DefinitionError if the name is not valid.
 */
export function checkToolName(name: unknown, where: string): asserts name is string {
  if (typeof name === 'string' && LEGAL_NAME.test(name)) return;
  throw new DefinitionError(
    `${where}: '${String(name)}' is not a legal tool name. ` +
      'Use 1 to 64 letters, digits, _ or -, for example with @Tool({ name }).',
  );
}
