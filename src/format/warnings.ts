import { emitWarning } from '../base/errors/emit-warning.js';
import type { ToolDescriptor } from './tool-descriptor.js';

/** The options of a format that does not support every feature of a tool. */
export interface WarningOptions {
  /**
   * Called once per exported tool with the features that the format does not support.
   * @default `process.emitWarning(message, { type: 'ToolwrightWarning' })`
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** The features of a tool that a format does not support. */
export interface FormatWarnings {
  /** The introduction of the list: the end of a sentence that begins with the tool's name. */
  readonly summary: string;
  readonly warnings: readonly string[];
}

/** Reports in one message the features that a format does not support, if any. */
export function reportWarnings(tool: ToolDescriptor, found: FormatWarnings, options: WarningOptions): void {
  if (found.warnings.length === 0) return;
  const message = `Tool '${tool.name}' ${found.summary}: ${[...new Set(found.warnings)].join('; ')}.`;
  if (options.onWarning === undefined) emitWarning(message);
  else options.onWarning(message);
}
