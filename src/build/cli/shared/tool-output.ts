import { visibleText } from '../../../base/text/visible-text.js';
import type { TextOutput } from './streams.js';

/** Returns the output of a tool: escaped for a terminal, and as it is for a file and for other programs. */
export function toolOutput(text: string, { isTTY }: TextOutput): string {
  return isTTY === true ? visibleText(text) : text;
}
