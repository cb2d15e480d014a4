/** Emits a process warning of the type `ToolwrightWarning`. A runtime without process warnings shows it in its console. */
export function emitWarning(message: string): void {
  const { process, console } = globalThis as Partial<typeof globalThis>;
  if (process?.emitWarning === undefined) console?.warn(`ToolwrightWarning: ${message}`);
  else process.emitWarning(message, { type: 'ToolwrightWarning' });
}
