import { PermissionError } from '../errors.js';
import type { ToolFacts, ToolOptions } from '../metadata/tool-options.js';
import { isThenable } from '../thenable.js';

/** Asks a tool's predicate about a caller. Throws a PermissionError if it fails or does not answer at once. */
export function decideAccess(
  tool: ToolFacts,
  canAccess: NonNullable<ToolOptions['canAccess']>,
  auth: unknown,
): boolean {
  const { name: toolName } = tool;
  let answer: unknown;
  try {
    answer = canAccess(auth, tool);
  } catch (cause) {
    throw new PermissionError(`'${toolName}' is out of reach: its canAccess failed.`, { toolName, cause });
  }
  // A promise is true to an `if`, and would let everybody in.
  if (!isThenable(answer)) return Boolean(answer);
  Promise.resolve(answer).catch(() => undefined);
  throw new PermissionError(`'${toolName}' is out of reach: its canAccess has to answer at once, not with a promise.`, {
    toolName,
  });
}
