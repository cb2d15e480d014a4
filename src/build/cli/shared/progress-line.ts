import { visibleText } from '../../../base/text/visible-text.js';
import type { ToolProgress } from '../../../index.js';
import type { TextOutput } from './streams.js';

const clearLine = '\r\u001b[K';

/**
 * A line of the terminal that shows and updates the progress of a call. Prints nothing if the output is no terminal.
 */
export class ProgressLine {
  readonly #output: TextOutput;
  #isShown = false;

  constructor(output: TextOutput) {
    this.#output = output;
  }

  show({ toolName, value, total, message }: Omit<ToolProgress, 'callId'>): void {
    if (this.#output.isTTY !== true) return;
    const count = total === undefined ? `${value}` : `${value}/${total}`;
    // Only a single line can be overwritten.
    const words = [toolName, count, message ?? ''].join(' ').trimEnd().replaceAll(/\s+/g, ' ');
    const line = visibleText(words).slice(0, 79);
    this.#output.write(clearLine + line);
    this.#isShown = true;
  }

  clear(): void {
    if (this.#isShown) this.#output.write(clearLine);
    this.#isShown = false;
  }
}
