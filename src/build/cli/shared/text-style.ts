import { styleText } from 'node:util';
import type { TextOutput } from './streams.js';

/** A format of text on a terminal. */
export type TextFormat = 'bold' | 'dim' | 'red' | 'yellow' | 'green';

/** Formats a text for one output: unchanged if the output has no colours. */
export type TextStyle = (format: TextFormat, text: string) => string;

/** Returns the text as it is. */
export const plainStyle: TextStyle = (_format, text) => text;

/**
 * Creates the style of an output: with colours if it is a terminal that has them.
 *
 * @param choice - Whether to use colours on any output. Undefined to decide by `FORCE_COLOR`, `NO_COLOR` and the terminal.
 */
export function createStyle(output: TextOutput, choice: boolean | undefined): TextStyle {
  if (!(choice ?? hasColors(output, process.env))) return plainStyle;
  // Without validation, because Node.js would decide by standard output for every stream.
  return (format, text) => styleText(format, text, { validateStream: false });
}

function hasColors({ isTTY }: TextOutput, { FORCE_COLOR, NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean {
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return isTTY === true && TERM !== 'dumb';
}
