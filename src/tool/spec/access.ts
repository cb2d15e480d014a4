import { DefinitionError, PermissionError } from '../../base/errors/errors.js';
import { isThenable } from '../../base/values/thenable.js';
import type { ToolInfo, ToolOptions } from '../metadata/tool-options.js';

/** The caller for whom tools are listed, or one of them is called. */
export interface Caller {
  /** The identity of the caller. */
  readonly auth?: unknown;
  /** The request object of a framework. */
  readonly hostRequest?: unknown;
}

/**
 * Calls a tool's `canAccess` for a caller. Throws a PermissionError if it throws or returns a promise, and the error itself
 * if it is a DefinitionError.
 */
export function decideAccess(
  tool: ToolInfo,
  canAccess: NonNullable<ToolOptions['canAccess']>,
  { auth, hostRequest }: Caller,
): boolean {
  const { name: toolName } = tool;
  let answer: unknown;
  try {
    answer = canAccess(auth, tool, hostRequest);
  } catch (cause) {
    // It is no decision about the caller.
    if (DefinitionError.is(cause)) throw cause;
    throw new PermissionError(`canAccess for '${toolName}' failed.`, { toolName, cause });
  }
  // A promise is truthy, and would grant access to every caller.
  if (!isThenable(answer)) return Boolean(answer);
  Promise.resolve(answer).catch(() => undefined);
  throw new PermissionError(`canAccess for '${toolName}' must return a boolean, not a promise.`, { toolName });
}
