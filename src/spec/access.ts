import { PermissionError } from '../errors.js';
import type { ToolInfo, ToolOptions } from '../metadata/tool-options.js';
import { isThenable } from '../thenable.js';

/** Calls a tool's `canAccess` for a caller. Throws a PermissionError if it throws or returns a promise. */
export function decideAccess(tool: ToolInfo, canAccess: NonNullable<ToolOptions['canAccess']>, auth: unknown): boolean {
  const { name: toolName } = tool;
  let answer: unknown;
  try {
    answer = canAccess(auth, tool);
  } catch (cause) {
    throw new PermissionError(`canAccess for '${toolName}' failed.`, { toolName, cause });
  }
  // A promise is truthy, and would grant access to every caller.
  if (!isThenable(answer)) return Boolean(answer);
  Promise.resolve(answer).catch(() => undefined);
  throw new PermissionError(`canAccess for '${toolName}' must return a boolean, not a promise.`, { toolName });
}
