import { DefinitionError, ToolError } from '../../dist/index.js';

const internal =
  /Cannot (read|set|convert|assign)|is not (a function|iterable|defined|a constructor)|call stack|Invalid array length/;

/** Adds a problem for an error without a type, or with the words of the runtime. */
export function checkError(error, problems) {
  const isTyped = ToolError.is(error) || DefinitionError.is(error);
  if (!isTyped || internal.test(error.message)) problems.push(`untyped: ${error?.stack ?? error}`);
}
