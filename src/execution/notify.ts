/** Calls a listener. A listener that throws does not fail the tool: the error becomes a process warning. */
export function notify<T extends { readonly toolName: string }>(
  listener: ((notice: T) => void) | undefined,
  notice: T,
): void {
  try {
    listener?.(notice);
  } catch (error) {
    process.emitWarning(`A listener to '${notice.toolName}' failed: ${String(error)}`, { type: 'ToolwrightWarning' });
  }
}
