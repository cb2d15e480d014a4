import { isDeepStrictEqual } from 'node:util';
import type { ToolResponse } from '../index.js';

/**
 * Prints a call's responses as they come: text runs on, data stands on lines of its own. The whole is printed only if
 * it says more than the chunks did.
 */
export class ChunkPrinter {
  readonly #write: (text: string) => void;
  #isMidLine = false;
  #text = '';
  #lastText = '';
  readonly #values: unknown[] = [];

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Whether the last line is unfinished. */
  get isMidLine(): boolean {
    return this.#isMidLine;
  }

  print(response: ToolResponse): void {
    const text = textOf(response);
    if (response.isLast) {
      if (response.error === undefined && !this.#isTold(text, response.structuredContent)) this.#printLine(text);
      this.#endLine();
    } else if (response.structuredContent === undefined) {
      this.#text += text;
      this.#lastText = text;
      this.#printText(text);
    } else {
      this.#values.push(response.structuredContent);
      this.#lastText = text;
      this.#printLine(text);
    }
  }

  /** Whether the chunks already said what the whole says. */
  #isTold(whole: string, structuredContent: unknown): boolean {
    if (whole === '' || whole === this.#lastText) return true;
    if (structuredContent !== undefined) return isDeepStrictEqual(structuredContent, this.#values);
    // Text around a picture is joined by a line break that no chunk had.
    return whole.replaceAll('\n', '') === this.#text.replaceAll('\n', '');
  }

  #printText(text: string): void {
    if (text === '') return;
    this.#write(text);
    this.#isMidLine = !text.endsWith('\n');
  }

  #printLine(text: string): void {
    this.#endLine();
    this.#printText(text);
    this.#endLine();
  }

  #endLine(): void {
    if (this.#isMidLine) this.#printText('\n');
  }
}

function textOf({ content }: ToolResponse): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
