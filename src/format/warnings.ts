import type { ToolDescriptor } from './tool-descriptor.js';

/** Options of a format that cannot carry everything. */
export interface WarningOptions {
  /**
   * Receives, once per export, what the format could not carry.
   * @default `process.emitWarning(message, { type: 'ToolwrightWarning' })`
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** Something that the format could not carry. */
export interface FormatWarnings {
  /** What the list is about, as the end of a sentence that begins with the tool's name. */
  readonly summary: string;
  readonly warnings: readonly string[];
}

/** Says in one message what an export left out; nothing if it left out nothing. */
export function reportWarnings(tool: ToolDescriptor, found: FormatWarnings, options: WarningOptions): void {
  if (found.warnings.length === 0) return;
  const message = `Tool '${tool.name}' ${found.summary}: ${[...new Set(found.warnings)].join('; ')}.`;
  if (options.onWarning === undefined) process.emitWarning(message, { type: 'ToolwrightWarning' });
  else options.onWarning(message);
}
