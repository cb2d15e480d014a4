import type { ToolDescriptor } from './tool-descriptor.js';

/** Options of a format that cannot carry everything. */
export interface WarningOptions {
  /**
   * Receives, once per export, what the format could not carry.
   * @default `process.emitWarning(message, { type: 'ToolwrightWarning' })`
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** The parts of a tool that a format could not carry. */
export interface FormatWarnings {
  /** Introduces the list, as the end of a sentence that begins with the tool's name. */
  readonly summary: string;
  readonly warnings: readonly string[];
}

/** Reports in one message what an export left out, if it left out anything. */
export function reportWarnings(tool: ToolDescriptor, found: FormatWarnings, options: WarningOptions): void {
  if (found.warnings.length === 0) return;
  const message = `Tool '${tool.name}' ${found.summary}: ${[...new Set(found.warnings)].join('; ')}.`;
  if (options.onWarning === undefined) process.emitWarning(message, { type: 'ToolwrightWarning' });
  else options.onWarning(message);
}
