/** Emits a process warning of the type `ToolwrightWarning`. */
export function emitWarning(message: string): void {
  process.emitWarning(message, { type: 'ToolwrightWarning' });
}
