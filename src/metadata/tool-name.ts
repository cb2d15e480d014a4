import { DefinitionError } from '../errors.js';

// What every provider accepts; OpenAI's rule is the narrowest.
const LEGAL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Refuses a tool name that some provider would refuse. `where` names the class and method for the author. */
export function checkToolName(name: unknown, where: string): asserts name is string {
  if (typeof name === 'string' && LEGAL_NAME.test(name)) return;
  throw new DefinitionError(
    `${where}: '${String(name)}' is not a legal tool name. ` +
      'Use 1 to 64 letters, digits, _ or -, for example with @Tool({ name }).',
  );
}
