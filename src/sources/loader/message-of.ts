import { DefinitionError } from '../../index.js';

/** Returns the message of an error, or the text of any other value that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns a DefinitionError as it is, and any other error as the cause of one. */
export function asDefinitionError(error: unknown): DefinitionError {
  return DefinitionError.is(error) ? error : new DefinitionError(messageOf(error), { cause: error });
}
