/** Tells a listener. One that throws is not the tool's failure: it becomes a process warning. */
export function tell<T extends { readonly toolName: string }>(
  listener: ((told: T) => void) | undefined,
  told: T,
): void {
  try {
    listener?.(told);
  } catch (error) {
    process.emitWarning(`A listener to '${told.toolName}' failed: ${String(error)}`, { type: 'ToolwrightWarning' });
  }
}
