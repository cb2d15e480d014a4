import { emitWarning } from '../base/errors/emit-warning.js';

/** Calls a listener. If it throws, the tool does not fail: the error becomes a process warning. */
export function notify<T extends { readonly toolName: string }>(
  listener: ((notice: T) => void) | undefined,
  notice: T,
): void {
  try {
    listener?.(notice);
  } catch (error) {
    emitWarning(`A listener for '${notice.toolName}' failed: ${String(error)}`);
  }
}
